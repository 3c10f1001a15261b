//! Seats: room for trials, in this process and on the farm.

use std::collections::VecDeque;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use dwindle_run::property::Cancel;

/// Time between two checks for a free seat inside.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// The free seats inside (in this process and on its workers) and on the farm.
#[derive(Default)]
pub(crate) struct Seats {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    free: [usize; 2],
    is_open: [bool; 2],
    /// How many callers of `take_inside` wait.
    n_wanted_inside: usize,
    /// Those who wait for a seat.
    waiting: VecDeque<Sender<()>>,
}

/// Where a seat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Inside = 0,
    Farm = 1,
}

/// Room for one trial. Dropping it frees the seat.
pub(crate) struct Seat {
    seats: Arc<Seats>,
    pub(crate) side: Side,
}

/// No side is open any more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AllClosed;

impl Seats {
    /// Opens a side with a number of seats.
    pub(crate) fn open(&self, side: Side, n_seats: usize) {
        let mut state = self.state();
        state.free[side as usize] = n_seats;
        state.is_open[side as usize] = 0 < n_seats;
        state.wake_all();
    }

    /// Closes a side: no more trials begin there.
    pub(crate) fn close(&self, side: Side) {
        let mut state = self.state();
        state.is_open[side as usize] = false;
        // Each of those woken checks whether the other side is open.
        state.wake_all();
    }

    /// Whether trials may begin on a side.
    pub(crate) fn is_open(&self, side: Side) -> bool {
        self.state().is_open[side as usize]
    }

    /// Waits for a seat, preferring one inside. Returns `None` once `cancel` is cancelled.
    pub(crate) fn take(seats: &Arc<Seats>, cancel: &Cancel) -> Result<Option<Seat>, AllClosed> {
        loop {
            let (wake, woken) = channel();
            {
                let mut state = seats.state();
                if cancel.is_cancelled() {
                    return Ok(None);
                }
                for (side, n_wanted) in [(Side::Inside, state.n_wanted_inside), (Side::Farm, 0)] {
                    if state.is_open[side as usize] && n_wanted < state.free[side as usize] {
                        state.free[side as usize] -= 1;
                        return Ok(Some(Seat { seats: seats.clone(), side }));
                    }
                }
                if !state.is_open.contains(&true) {
                    return Err(AllClosed);
                }
                state.waiting.push_back(wake.clone());
            }
            let _guard = cancel.on_cancel(move || {
                let _ = wake.send(());
            });
            let _ = woken.recv();
            if cancel.is_cancelled() {
                // This wake-up may have been meant for another waiter.
                seats.state().wake_one();
                return Ok(None);
            }
        }
    }

    /// Waits for a seat inside, before all others. Returns `None` once `cancel` is cancelled.
    pub(crate) fn take_inside(seats: &Arc<Seats>, cancel: &Cancel) -> Option<Seat> {
        seats.state().n_wanted_inside += 1;
        loop {
            {
                let mut state = seats.state();
                let is_free = 0 < state.free[Side::Inside as usize];
                if is_free || cancel.is_cancelled() {
                    state.n_wanted_inside -= 1;
                    state.free[Side::Inside as usize] -= usize::from(is_free);
                    return is_free.then(|| Seat { seats: seats.clone(), side: Side::Inside });
                }
            }
            thread::sleep(CHECK_INTERVAL);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn wake_one(&mut self) {
        while let Some(waiting) = self.waiting.pop_front() {
            if waiting.send(()).is_ok() {
                return;
            }
        }
    }

    fn wake_all(&mut self) {
        for waiting in self.waiting.drain(..) {
            let _ = waiting.send(());
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.seats.state();
        state.free[self.side as usize] += 1;
        state.wake_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_wait_get_what_is_given_back() {
        let seats = Arc::new(Seats::default());
        seats.open(Side::Inside, 1);
        seats.open(Side::Farm, 1);
        let cancel = Cancel::new();
        let take = || Seats::take(&seats, &cancel).map(|seat| seat.unwrap());
        let (first, second) = (take().unwrap(), take().unwrap());
        assert_eq!((first.side, second.side), (Side::Inside, Side::Farm));
        let waiting = {
            let (seats, cancel) = (seats.clone(), cancel.clone());
            thread::spawn(move || Seats::take(&seats, &cancel).map(|seat| seat.map(|seat| seat.side)))
        };
        drop(second);
        assert_eq!(waiting.join().unwrap(), Ok(Some(Side::Farm)));
    }

    #[test]
    fn who_needs_room_inside_comes_before_trials() {
        let seats = Arc::new(Seats::default());
        seats.open(Side::Inside, 1);
        seats.open(Side::Farm, 1);
        let cancel = Cancel::new();
        let first = Seats::take(&seats, &cancel).unwrap().unwrap();
        assert_eq!(first.side, Side::Inside);
        let waiting = {
            let (seats, cancel) = (seats.clone(), cancel.clone());
            thread::spawn(move || Seats::take_inside(&seats, &cancel).map(|seat| seat.side))
        };
        while seats.state().n_wanted_inside == 0 {
            thread::yield_now();
        }
        drop(first);
        // Whether or not the other one has its seat by now.
        assert_eq!(Seats::take(&seats, &cancel).unwrap().unwrap().side, Side::Farm);
        assert_eq!(waiting.join().unwrap(), Some(Side::Inside));
        cancel.cancel();
        let _last = Seats::take_inside(&seats, &Cancel::new());
        assert!(Seats::take_inside(&seats, &cancel).is_none());
    }

    #[test]
    fn nobody_waits_for_a_side_that_is_closed() {
        let seats = Arc::new(Seats::default());
        seats.open(Side::Farm, 1);
        let cancel = Cancel::new();
        let taken = Seats::take(&seats, &cancel).unwrap();
        let waiting = {
            let (seats, cancel) = (seats.clone(), cancel.clone());
            thread::spawn(move || Seats::take(&seats, &cancel).map(|seat| seat.is_some()))
        };
        seats.close(Side::Farm);
        assert_eq!(waiting.join().unwrap(), Err(AllClosed));
        drop(taken);
        assert!(Seats::take(&seats, &cancel).is_err());
        cancel.cancel();
        assert!(Seats::take(&seats, &cancel).is_ok_and(|seat| seat.is_none()));
    }
}
