//! The workers as the session sees them: which are alive, and which trials they run.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use super::connection::{Connection, Received, locked};
use crate::executor::Waker;
use crate::executor::seats::{AllClosed, Seat, Seats};
use crate::property::{Answered, Cancel, PropertyError};
use crate::worker::Reply;

/// The site of this process. Worker `n` is site `n + 1`.
pub(super) const THIS_PROCESS: usize = 0;

/// All workers, and the seats for trials on them and in this process.
pub(super) struct Dispatcher {
    pub(super) workers: Vec<Worker>,
    pub(super) seats: Arc<Seats>,
    state: Mutex<State>,
}

/// One worker.
pub(super) struct Worker {
    pub(super) command: String,
    pub(super) connection: OnceLock<Connection>,
    /// Locked while the worker is told a task: its trials on the original take no seat.
    pub(super) introducing: Mutex<()>,
}

struct State {
    /// Who waits for a worker to be ready for a task, by worker and task.
    readying: HashMap<(usize, u64), Sender<Readiness>>,
    workers: Vec<WorkerState>,
    under_way: HashMap<u64, UnderWay>,
    n_begun: u64,
    news: VecDeque<String>,
    waker: Option<Waker>,
    is_closing: bool,
}

struct WorkerState {
    last_received: Instant,
    /// Whether it has described its machine. Before that it is not pinged.
    is_there: bool,
    lost: Option<String>,
    /// Receives what the worker sends until it is ready.
    starting: Option<Sender<Received>>,
}

/// The end of a wait for a worker to be ready for a task.
pub(super) enum Readiness {
    /// It is ready, with this sandbox.
    Ready(Option<String>),
    /// The wait was cancelled.
    Cancelled,
}

/// A trial that a worker runs.
struct UnderWay {
    worker: usize,
    /// Its seat, which is free once the worker has ended the trial.
    _seat: Option<Seat>,
    result: Sender<WorkerResult>,
}

/// The end of a trial on a worker.
pub(super) enum WorkerResult {
    /// The answer, and an explanation if it was asked for.
    Answer(Answered, Option<String>),
    Cancelled,
    /// The worker is lost; the trial has to be run elsewhere.
    Lost,
}

impl Dispatcher {
    pub(super) fn new(commands: impl IntoIterator<Item = String>, n_local: usize) -> Dispatcher {
        let worker = |command| Worker { command, connection: OnceLock::new(), introducing: Mutex::default() };
        let workers: Vec<Worker> = commands.into_iter().map(worker).collect();
        let worker_state =
            || WorkerState { last_received: Instant::now(), is_there: false, lost: None, starting: None };
        let state = State {
            readying: HashMap::new(),
            workers: workers.iter().map(|_| worker_state()).collect(),
            under_way: HashMap::new(),
            n_begun: 0,
            news: VecDeque::new(),
            waker: None,
            is_closing: false,
        };
        let seats = Arc::new(Seats::new(1 + workers.len()));
        seats.open(THIS_PROCESS, n_local);
        Dispatcher { workers, seats, state: Mutex::new(state) }
    }

    /// Sends everything that a worker sends before it is ready to `starting`.
    pub(super) fn expect(&self, worker: usize, starting: Sender<Received>) {
        self.state().workers[worker].starting = Some(starting);
    }

    /// Sends to `readiness` when a worker is ready for a task. Returns false if the worker is lost.
    pub(super) fn expect_ready(&self, worker: usize, task: u64, readiness: Sender<Readiness>) -> bool {
        let mut state = self.state();
        let is_there = state.workers[worker].lost.is_none();
        if is_there {
            state.readying.insert((worker, task), readiness);
        }
        is_there
    }

    /// Lets trials begin on a worker, `n_slots` at once.
    pub(super) fn open(&self, worker: usize, n_slots: usize) {
        let mut state = self.state();
        state.workers[worker].starting = None;
        if state.workers[worker].lost.is_none() {
            self.seats.open(worker + 1, n_slots);
        }
    }

    /// Waits for a seat for a trial. Returns `None` once `cancel` is cancelled.
    pub(super) fn seat(&self, cancel: &Cancel) -> Result<Option<Seat>, PropertyError> {
        self.seats.take(cancel).map_err(|AllClosed| {
            let last = self.state().workers.iter().rev().find_map(|worker| worker.lost.clone());
            PropertyError::WorkersLost { last: last.unwrap_or_default() }
        })
    }

    /// Registers a trial that begins on a worker, and returns its id. If the worker is lost, the
    /// trial ends at once.
    pub(super) fn begin(&self, worker: usize, seat: Option<Seat>, result: Sender<WorkerResult>) -> u64 {
        let mut state = self.state();
        let id = state.n_begun;
        state.n_begun += 1;
        match state.workers[worker].lost {
            Some(_) => drop(result.send(WorkerResult::Lost)),
            None => drop(state.under_way.insert(id, UnderWay { worker, _seat: seat, result })),
        }
        id
    }

    /// Handles something received from a worker.
    pub(super) fn receive(&self, worker: usize, received: Received) {
        let mut state = self.state();
        let worker_state = &mut state.workers[worker];
        worker_state.last_received = Instant::now();
        match received {
            Received::Reply(Reply::Answer { id, verdict, took, explained }) => {
                state.end(id, WorkerResult::Answer(Answered { verdict, took }, explained));
            }
            Received::Reply(Reply::Cancelled { id }) => state.end(id, WorkerResult::Cancelled),
            Received::Reply(Reply::Pong) => {}
            Received::Reply(Reply::Failed { error }) => {
                drop(state);
                self.lose(worker, &format!("it reported an error: {error}"));
            }
            Received::Ended(why) => {
                drop(state);
                self.lose(worker, &why.unwrap_or_else(|| "it ended".to_owned()));
            }
            Received::Reply(Reply::Ready { number, sandbox }) => {
                if let Some(readiness) = state.readying.remove(&(worker, number)) {
                    let _ = readiness.send(Readiness::Ready(sandbox));
                }
            }
            Received::Greeting(_) | Received::Reply(Reply::Machine { .. }) => {
                worker_state.is_there = matches!(received, Received::Reply(_));
                if let Some(starting) = &worker_state.starting {
                    let _ = starting.send(received);
                }
            }
        }
    }

    /// Gives up a worker. Its trials have to be run elsewhere.
    pub(super) fn lose(&self, worker: usize, why: &str) {
        let Worker { command, connection, .. } = &self.workers[worker];
        let stderr = connection.get().map(Connection::stderr_end).filter(|stderr| !stderr.is_empty());
        let why = match stderr {
            Some(stderr) => format!("{why}; its last error output: {stderr}"),
            None => why.to_owned(),
        };
        let mut state = self.state();
        if state.workers[worker].lost.is_some() || state.is_closing {
            return;
        }
        let worker_state = &mut state.workers[worker];
        worker_state.lost = Some(format!("{why} (`{command}`)"));
        let starting = worker_state.starting.take();
        let is_starting = starting.is_some();
        if let Some(starting) = starting {
            let _ = starting.send(Received::Ended(None));
        }
        // Those who wait for it to be ready notice that their channel is closed.
        state.readying.retain(|(other, _), _| *other != worker);
        for (_, trial) in state.under_way.extract_if(|_, trial| trial.worker == worker) {
            let _ = trial.result.send(WorkerResult::Lost);
        }
        self.seats.close(worker + 1);
        if !is_starting {
            let n_left = state.workers.iter().filter(|worker| worker.lost.is_none()).count();
            state.news.push_back(format!(
                "the worker `{command}` is lost: {why}; its trials are run by others ({n_left} of {} workers left)",
                self.workers.len()
            ));
        }
        let waker = state.waker.clone();
        drop(state);
        if let Some(connection) = connection.get() {
            connection.kill();
        }
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Returns why a worker is lost, if it is.
    pub(super) fn lost(&self, worker: usize) -> Option<String> {
        self.state().workers[worker].lost.clone()
    }

    /// Returns the workers that are not lost, and for how long each was silent.
    pub(super) fn silences(&self) -> Vec<(usize, Duration)> {
        let state = self.state();
        let there = state.workers.iter().enumerate();
        let there = there.filter(|(_, worker)| worker.lost.is_none() && worker.is_there);
        there.map(|(number, worker)| (number, worker.last_received.elapsed())).collect()
    }

    /// Sets the waker that is used whenever there are news.
    pub(super) fn wake_on_news(&self, waker: Waker) {
        self.state().waker = Some(waker);
    }

    /// Returns the next line that a user should read.
    pub(super) fn news(&self) -> Option<String> {
        self.state().news.pop_front()
    }

    /// Sends a frame to a worker, if it was started.
    pub(super) fn send(&self, worker: usize, frame: Arc<Vec<u8>>) {
        if let Some(connection) = self.workers[worker].connection.get() {
            connection.send(frame);
        }
    }

    /// Ends all workers at the same time, and waits for them.
    pub(super) fn close(&self) {
        self.state().is_closing = true;
        let connections = || self.workers.iter().filter_map(|worker| worker.connection.get());
        connections().for_each(Connection::close_input);
        connections().for_each(Connection::close);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }
}

impl State {
    /// Ends a trial. An id that is not known changes nothing.
    fn end(&mut self, id: u64, result: WorkerResult) {
        if let Some(trial) = self.under_way.remove(&id) {
            // Nobody receives it if the trial was cancelled meanwhile.
            let _ = trial.result.send(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use dwindle_reduce::Verdict;

    use super::*;

    /// Returns a dispatcher with one worker of one slot and no local trials.
    fn one_worker() -> Dispatcher {
        let dispatcher = Dispatcher::new(["true".to_owned()], 0);
        dispatcher.open(0, 1);
        dispatcher
    }

    fn answer(dispatcher: &Dispatcher, id: u64) {
        let (verdict, took, explained) = (Verdict::Boring, Duration::ZERO, None);
        dispatcher.receive(0, Received::Reply(Reply::Answer { id, verdict, took, explained }));
    }

    /// Whether a trial gets a seat within a moment.
    fn has_free_seat(dispatcher: &Dispatcher) -> bool {
        let cancel = Cancel::new();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| dispatcher.seat(&cancel).unwrap().is_some());
            thread::sleep(Duration::from_millis(20));
            cancel.cancel();
            waiting.join().unwrap()
        })
    }

    #[test]
    fn a_seat_is_free_again_when_the_worker_has_ended_the_trial() {
        let dispatcher = one_worker();
        let (sender, results) = channel();
        let seat = dispatcher.seat(&Cancel::new()).unwrap();
        let id = dispatcher.begin(0, seat, sender);
        assert!(!has_free_seat(&dispatcher));
        answer(&dispatcher, id);
        assert!(matches!(results.recv(), Ok(WorkerResult::Answer(..))));
        assert!(has_free_seat(&dispatcher));
    }

    #[test]
    fn a_trial_without_a_seat_frees_none() {
        let dispatcher = one_worker();
        let id = dispatcher.begin(0, None, channel().0);
        answer(&dispatcher, id);
        let _only = dispatcher.seat(&Cancel::new()).unwrap().unwrap();
        assert!(!has_free_seat(&dispatcher), "the worker has one slot");
    }

    #[test]
    fn the_trials_of_a_lost_worker_end_and_nobody_waits_for_it() {
        let dispatcher = one_worker();
        let (sender, results) = channel();
        let seat = dispatcher.seat(&Cancel::new()).unwrap();
        dispatcher.begin(0, seat, sender);
        dispatcher.lose(0, "it ended");
        assert!(matches!(results.recv(), Ok(WorkerResult::Lost)));
        assert!(matches!(dispatcher.seat(&Cancel::new()), Err(PropertyError::WorkersLost { .. })));
        dispatcher.open(0, 1);
        assert!(dispatcher.seat(&Cancel::new()).is_err(), "a lost worker stays closed");
    }
}
