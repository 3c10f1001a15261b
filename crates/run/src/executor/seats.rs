//! Seats: room for trials at several sites.

use std::collections::VecDeque;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::property::Cancel;

/// Time between two checks for a free seat at the first site.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// The free seats at several sites. A site is where trials run: the first one is this process (or
/// this process and its workers), the others are single workers or a build farm.
pub struct Seats {
    state: Mutex<State>,
}

struct State {
    sites: Vec<Site>,
    /// How many callers of `take_first` wait.
    n_wanted_first: usize,
    /// The callers of `take` that wait.
    waiting: VecDeque<Sender<()>>,
}

#[derive(Clone, Default)]
struct Site {
    n_free: usize,
    is_open: bool,
}

/// Room for one trial. Dropping it frees the seat.
pub struct Seat {
    seats: Arc<Seats>,
    site: usize,
}

/// No site is open any more.
#[derive(Debug, PartialEq, Eq)]
pub struct AllClosed;

impl Seats {
    /// Creates a number of closed sites, at least 1.
    pub fn new(n_sites: usize) -> Seats {
        let sites = vec![Site::default(); n_sites.max(1)];
        Seats { state: Mutex::new(State { sites, n_wanted_first: 0, waiting: VecDeque::new() }) }
    }

    /// Opens a site with a number of seats. A site with none stays closed.
    pub fn open(&self, site: usize, n_seats: usize) {
        let mut state = self.state();
        state.sites[site] = Site { n_free: n_seats, is_open: 0 < n_seats };
        state.wake_all();
    }

    /// Closes a site: no more trials begin there.
    pub fn close(&self, site: usize) {
        let mut state = self.state();
        state.sites[site].is_open = false;
        // Each of those woken checks whether another site is open.
        state.wake_all();
    }

    /// Whether trials may begin at a site.
    pub fn is_open(&self, site: usize) -> bool {
        self.state().sites[site].is_open
    }

    /// Waits for a seat at any site: at the first site if one is free, else where most are free.
    /// Returns `None` once `cancel` is cancelled.
    ///
    /// # Errors
    /// When no site is open.
    pub fn take(self: &Arc<Seats>, cancel: &Cancel) -> Result<Option<Seat>, AllClosed> {
        loop {
            let (wake, woken) = channel();
            {
                let mut state = self.state();
                if cancel.is_cancelled() {
                    return Ok(None);
                }
                if let Some(site) = state.free_site() {
                    return Ok(Some(self.seat_at(&mut state, site)));
                }
                if !state.sites.iter().any(|site| site.is_open) {
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
                self.state().wake_one();
                return Ok(None);
            }
        }
    }

    /// Waits for a seat at the first site, before all callers of [`take`](Seats::take). Returns
    /// `None` once `cancel` is cancelled.
    pub fn take_first(self: &Arc<Seats>, cancel: &Cancel) -> Option<Seat> {
        self.state().n_wanted_first += 1;
        loop {
            {
                let mut state = self.state();
                let is_free = 0 < state.sites[0].n_free;
                if is_free || cancel.is_cancelled() {
                    state.n_wanted_first -= 1;
                    return is_free.then(|| self.seat_at(&mut state, 0));
                }
            }
            thread::sleep(CHECK_INTERVAL);
        }
    }

    fn seat_at(self: &Arc<Seats>, state: &mut State, site: usize) -> Seat {
        state.sites[site].n_free -= 1;
        Seat { seats: self.clone(), site }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// Returns the number of its site.
    pub fn site(&self) -> usize {
        self.site
    }
}

impl State {
    /// Returns the site at which the next trial begins, if a seat is free.
    fn free_site(&self) -> Option<usize> {
        if self.sites[0].is_open && self.n_wanted_first < self.sites[0].n_free {
            return Some(0);
        }
        let others = self.sites.iter().enumerate().skip(1);
        let free = others.filter(|(_, site)| site.is_open && 0 < site.n_free);
        free.max_by_key(|(_, site)| site.n_free).map(|(number, _)| number)
    }

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
        state.sites[self.site].n_free += 1;
        state.wake_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns two sites with one seat each.
    fn two_sites() -> Arc<Seats> {
        let seats = Arc::new(Seats::new(2));
        seats.open(0, 1);
        seats.open(1, 1);
        seats
    }

    #[test]
    fn a_waiter_gets_the_seat_that_is_freed() {
        let (seats, cancel) = (two_sites(), Cancel::new());
        let take = || seats.take(&cancel).unwrap().unwrap();
        let (first, second) = (take(), take());
        assert_eq!((first.site(), second.site()), (0, 1));
        let waiting = {
            let (seats, cancel) = (seats.clone(), cancel.clone());
            thread::spawn(move || seats.take(&cancel).map(|seat| seat.map(|seat| seat.site())))
        };
        drop(second);
        assert_eq!(waiting.join().unwrap(), Ok(Some(1)));
    }

    #[test]
    fn of_the_other_sites_the_one_with_most_free_seats_comes_first() {
        let (seats, cancel) = (Arc::new(Seats::new(4)), Cancel::new());
        for (site, n_seats) in [(1, 1), (2, 3), (3, 1)] {
            seats.open(site, n_seats);
        }
        let taken: Vec<Seat> = (0..5).map(|_| seats.take(&cancel).unwrap().unwrap()).collect();
        assert_eq!(taken.iter().map(Seat::site).collect::<Vec<_>>(), [2, 2, 3, 2, 1]);
    }

    #[test]
    fn who_needs_the_first_site_comes_before_trials() {
        let (seats, cancel) = (two_sites(), Cancel::new());
        let first = seats.take(&cancel).unwrap().unwrap();
        assert_eq!(first.site(), 0);
        let waiting = {
            let (seats, cancel) = (seats.clone(), cancel.clone());
            thread::spawn(move || seats.take_first(&cancel).map(|seat| seat.site()))
        };
        while seats.state().n_wanted_first == 0 {
            thread::yield_now();
        }
        drop(first);
        // Whether or not the other one has its seat by now.
        assert_eq!(seats.take(&cancel).unwrap().unwrap().site(), 1);
        assert_eq!(waiting.join().unwrap(), Some(0));
        cancel.cancel();
        let _last = seats.take_first(&Cancel::new());
        assert!(seats.take_first(&cancel).is_none());
    }

    #[test]
    fn nobody_waits_for_a_closed_site() {
        let (seats, cancel) = (Arc::new(Seats::new(2)), Cancel::new());
        seats.open(1, 1);
        let taken = seats.take(&cancel).unwrap();
        let waiting = {
            let (seats, cancel) = (seats.clone(), cancel.clone());
            thread::spawn(move || seats.take(&cancel).map(|seat| seat.is_some()))
        };
        seats.close(1);
        assert_eq!(waiting.join().unwrap(), Err(AllClosed));
        drop(taken);
        assert!(seats.take(&cancel).is_err());
        cancel.cancel();
        assert!(seats.take(&cancel).is_ok_and(|seat| seat.is_none()));
    }
}
