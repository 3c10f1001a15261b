//! Who is free, who is lost, and whose answer is waited for.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use super::channel::{Channel, Heard, locked};
use crate::executor::Bell;
use crate::property::{Answered, Cancel, PropertyError};
use crate::worker::Reply;

/// Time between two looks for a seat in this process.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// All workers, and the room for trials in this process.
pub(super) struct Pool {
    pub(super) workers: Vec<Worker>,
    state: Mutex<State>,
}

/// One worker.
pub(super) struct Worker {
    pub(super) command: String,
    pub(super) channel: OnceLock<Channel>,
    /// Held while a task is introduced, whose trials on the original take no seat.
    pub(super) introducing: Mutex<()>,
}

/// A seat in this process, which is given back even if a test panics.
pub(super) struct Here(pub(super) Arc<Pool>);

impl Drop for Here {
    fn drop(&mut self) {
        self.0.leave();
    }
}

struct State {
    n_local: usize,
    /// How many trials may begin in this process.
    free_here: usize,
    /// Seats in this process that somebody waits for who can't go elsewhere.
    n_wanted_here: usize,
    /// Who waits for a worker to be ready for a task.
    readying: HashMap<(usize, u64), Sender<Readied>>,
    workers: Vec<Condition>,
    under_way: HashMap<u64, UnderWay>,
    n_begun: u64,
    /// Those who wait until somebody is free.
    waiting: VecDeque<Sender<()>>,
    news: VecDeque<String>,
    bell: Option<Bell>,
    is_closing: bool,
}

/// How a worker is.
struct Condition {
    /// How many trials may begin there.
    free: usize,
    last_heard: Instant,
    /// Whether it has said what it is, so that signs of life can be asked for.
    is_there: bool,
    lost: Option<String>,
    /// Who waits for it to be ready.
    starting: Option<Sender<Heard>>,
}

/// What is told to those who wait for a worker to be ready for a task.
pub(super) enum Readied {
    /// It is; and its sandbox.
    Yes(Option<String>),
    /// Nobody waits any more.
    Cancelled,
}

struct UnderWay {
    worker: usize,
    told: Sender<Told>,
}

/// What comes of a trial on another machine.
pub(super) enum Told {
    Answer(Answered, Option<String>),
    Cancelled,
    /// The worker is lost; another one has to run the trial.
    Lost,
}

/// Where a trial may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    Here,
    At(usize),
}

impl Pool {
    pub(super) fn new(commands: impl IntoIterator<Item = String>, n_local: usize) -> Pool {
        let worker = |command| Worker { command, channel: OnceLock::new(), introducing: Mutex::default() };
        let workers: Vec<Worker> = commands.into_iter().map(worker).collect();
        let condition =
            || Condition { free: 0, last_heard: Instant::now(), is_there: false, lost: None, starting: None };
        let state = State {
            n_local,
            free_here: n_local,
            n_wanted_here: 0,
            readying: HashMap::new(),
            workers: workers.iter().map(|_| condition()).collect(),
            under_way: HashMap::new(),
            n_begun: 0,
            waiting: VecDeque::new(),
            news: VecDeque::new(),
            bell: None,
            is_closing: false,
        };
        Pool { workers, state: Mutex::new(state) }
    }

    /// Has everything that a worker says until it is ready sent there.
    pub(super) fn expect(&self, worker: usize, starting: Sender<Heard>) {
        self.state().workers[worker].starting = Some(starting);
    }

    /// Has it told there when a worker is ready for a task. Returns whether it is not lost.
    pub(super) fn expect_ready(&self, worker: usize, task: u64, readied: Sender<Readied>) -> bool {
        let mut state = self.state();
        let is_there = state.workers[worker].lost.is_none();
        if is_there {
            state.readying.insert((worker, task), readied);
        }
        is_there
    }

    /// Waits for a seat in this process, before all others; `None` once it is cancelled.
    pub(super) fn seat_here(self: &Arc<Pool>, cancel: &Cancel) -> Option<Here> {
        self.state().n_wanted_here += 1;
        loop {
            {
                let mut state = self.state();
                let is_free = 0 < state.free_here;
                if is_free || cancel.is_cancelled() {
                    state.n_wanted_here -= 1;
                    state.free_here -= usize::from(is_free);
                    return is_free.then(|| Here(self.clone()));
                }
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Lets a worker run so many trials at once.
    pub(super) fn open(&self, worker: usize, n_slots: usize) {
        let mut state = self.state();
        let condition = &mut state.workers[worker];
        condition.starting = None;
        condition.free = if condition.lost.is_none() { n_slots } else { 0 };
    }

    /// Returns a seat for a trial, and waits for one if none is free; `None` once it is cancelled.
    pub(super) fn seat(&self, cancel: &Cancel) -> Result<Option<Seat>, PropertyError> {
        loop {
            let (wake, woken) = channel();
            {
                let mut state = self.state();
                if cancel.is_cancelled() {
                    return Ok(None);
                }
                if let Some(seat) = state.take_seat() {
                    return Ok(Some(seat));
                }
                if state.n_local == 0 && state.workers.iter().all(|worker| worker.lost.is_some()) {
                    let last = state.workers.iter().rev().find_map(|worker| worker.lost.clone());
                    return Err(PropertyError::WorkersLost { last: last.unwrap_or_default() });
                }
                state.waiting.push_back(wake.clone());
            }
            let _guard = cancel.on_cancel(move || {
                let _ = wake.send(());
            });
            let _ = woken.recv();
            if cancel.is_cancelled() {
                // What woke it may have been meant for another one.
                self.state().wake_one();
                return Ok(None);
            }
        }
    }

    /// Frees a seat in this process.
    pub(super) fn leave(&self) {
        let mut state = self.state();
        state.free_here += 1;
        state.wake_one();
    }

    /// Takes that a trial begins on a worker, and returns its number. Tells at once if the worker
    /// is lost already.
    pub(super) fn begin(&self, worker: usize, told: Sender<Told>) -> u64 {
        let mut state = self.state();
        let id = state.n_begun;
        state.n_begun += 1;
        match state.workers[worker].lost {
            Some(_) => drop(told.send(Told::Lost)),
            None => drop(state.under_way.insert(id, UnderWay { worker, told })),
        }
        id
    }

    /// Takes what a worker says.
    pub(super) fn hear(&self, worker: usize, heard: Heard) {
        let mut state = self.state();
        let condition = &mut state.workers[worker];
        condition.last_heard = Instant::now();
        match heard {
            Heard::Reply(Reply::Answer { id, verdict, took, explained }) => {
                state.end(id, Told::Answer(Answered { verdict, took }, explained));
            }
            Heard::Reply(Reply::Cancelled { id }) => state.end(id, Told::Cancelled),
            Heard::Reply(Reply::Pong) => {}
            Heard::Reply(Reply::Failed { error }) => {
                drop(state);
                self.lose(worker, &format!("it said: {error}"));
            }
            Heard::Ended(why) => {
                drop(state);
                self.lose(worker, &why.unwrap_or_else(|| "it ended".to_owned()));
            }
            Heard::Reply(Reply::Ready { number, sandbox }) => {
                if let Some(readied) = state.readying.remove(&(worker, number)) {
                    let _ = readied.send(Readied::Yes(sandbox));
                }
            }
            Heard::Greeting(_) | Heard::Reply(Reply::Machine { .. }) => {
                condition.is_there = matches!(heard, Heard::Reply(_));
                if let Some(starting) = &condition.starting {
                    let _ = starting.send(heard);
                }
            }
        }
    }

    /// Takes a worker for lost. What it runs has to be run elsewhere.
    pub(super) fn lose(&self, worker: usize, why: &str) {
        let Worker { command, channel, .. } = &self.workers[worker];
        let said = channel.get().map(Channel::last_words).filter(|said| !said.is_empty());
        let why = match said {
            Some(said) => format!("{why}; its last words: {said}"),
            None => why.to_owned(),
        };
        let mut state = self.state();
        if state.workers[worker].lost.is_some() || state.is_closing {
            return;
        }
        let condition = &mut state.workers[worker];
        condition.lost = Some(format!("{why} (`{command}`)"));
        condition.free = 0;
        let starting = condition.starting.take();
        let is_starting = starting.is_some();
        if let Some(starting) = starting {
            let _ = starting.send(Heard::Ended(None));
        }
        // Those who wait for it to be ready are told by the end of their channel.
        state.readying.retain(|(other, _), _| *other != worker);
        for (_, trial) in state.under_way.extract_if(|_, trial| trial.worker == worker) {
            let _ = trial.told.send(Told::Lost);
        }
        // Each of them looks whether somebody is left.
        for waiting in state.waiting.drain(..) {
            let _ = waiting.send(());
        }
        if !is_starting {
            let n_left = state.workers.iter().filter(|worker| worker.lost.is_none()).count();
            state.news.push_back(format!(
                "the worker `{command}` is lost: {why}; its trials are run by others ({n_left} of {} workers left)",
                self.workers.len()
            ));
        }
        let bell = state.bell.clone();
        drop(state);
        if let Some(channel) = channel.get() {
            channel.kill();
        }
        if let Some(bell) = bell {
            bell.ring();
        }
    }

    /// Returns why a worker is lost, if it is.
    pub(super) fn lost(&self, worker: usize) -> Option<String> {
        self.state().workers[worker].lost.clone()
    }

    /// Lists the workers that are at work, and for how long each was silent.
    pub(super) fn silences(&self) -> Vec<(usize, Duration)> {
        let state = self.state();
        let there = state.workers.iter().enumerate();
        let there = there.filter(|(_, worker)| worker.lost.is_none() && worker.is_there);
        there.map(|(number, worker)| (number, worker.last_heard.elapsed())).collect()
    }

    /// Rings this bell whenever there are news.
    pub(super) fn ring(&self, bell: Bell) {
        self.state().bell = Some(bell);
    }

    /// Returns the next thing that a user should know.
    pub(super) fn news(&self) -> Option<String> {
        self.state().news.pop_front()
    }

    /// Sends a frame to a worker, if it was started.
    pub(super) fn send(&self, worker: usize, frame: Arc<Vec<u8>>) {
        if let Some(channel) = self.workers[worker].channel.get() {
            channel.send(frame);
        }
    }

    /// Ends all workers at once, and waits for them.
    pub(super) fn close(&self) {
        self.state().is_closing = true;
        let channels = || self.workers.iter().filter_map(|worker| worker.channel.get());
        channels().for_each(Channel::hang_up);
        channels().for_each(Channel::close);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }
}

impl State {
    /// Takes a seat: here, else where most are free.
    fn take_seat(&mut self) -> Option<Seat> {
        if self.n_wanted_here < self.free_here {
            self.free_here -= 1;
            return Some(Seat::Here);
        }
        let (number, best) = self.workers.iter_mut().enumerate().max_by_key(|(_, worker)| worker.free)?;
        best.free = best.free.checked_sub(1)?;
        Some(Seat::At(number))
    }

    fn end(&mut self, id: u64, told: Told) {
        // An answer to nobody's question changes nothing.
        let Some(trial) = self.under_way.remove(&id) else { return };
        self.workers[trial.worker].free += 1;
        // It may have been cancelled meanwhile.
        let _ = trial.told.send(told);
        self.wake_one();
    }

    fn wake_one(&mut self) {
        while let Some(waiting) = self.waiting.pop_front() {
            if waiting.send(()).is_ok() {
                return;
            }
        }
    }
}
