//! Observers.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dwindle_reduce::{Counts, Event, Stamped};
use dwindle_run::session::{Notice, Observer, Session, SessionOptions, Status};

use crate::toy::*;

/// An observer that panics at the third event.
struct Clumsy(usize);

impl Observer for Clumsy {
    fn see(&mut self, _: &Stamped) {
        self.0 += 1;
        assert!(self.0 < 3, "stumbled");
    }
}

/// An observer that counts the events after the start.
#[derive(Clone, Default)]
struct Attentive {
    n_events: Rc<Cell<usize>>,
    last: Rc<Cell<Duration>>,
    is_finished: Rc<Cell<bool>>,
    notices: Rc<Cell<Vec<Notice>>>,
}

impl Observer for Attentive {
    fn see(&mut self, stamped: &Stamped) {
        assert_eq!(self.n_events.get() == 0, matches!(stamped.event, Event::Started { .. }));
        assert!(self.last.get() <= stamped.at && !self.is_finished.get());
        self.n_events.set(self.n_events.get() + 1);
        self.last.set(stamped.at);
        self.is_finished.set(matches!(stamped.event, Event::Finished { .. }));
    }

    fn notice(&mut self, _: Duration, notice: &Notice) {
        let mut notices = self.notices.take();
        notices.push(notice.clone());
        self.notices.set(notices);
    }
}

#[test]
fn other_observers_go_on_after_one_fails() {
    let attentive = Attentive::default();
    let session =
        Session::new(reducer(&document(300)), inline(property(|_, _| Ok(()))), SessionOptions::default());
    let ended = session.with_observer(Box::new(Clumsy(0))).with_observer(Box::new(attentive.clone())).run();
    assert_eq!(ended.summary.status, Status::Reduced);
    assert!(ended.summary.proposed < attentive.n_events.get() as u64);
    assert!(attentive.is_finished.get());
    assert_eq!(attentive.notices.take(), [Notice::ObserverFailed("stumbled".to_owned())]);
}

/// An observer that counts ticks for other threads.
struct Ticks(Arc<AtomicUsize>);

impl Observer for Ticks {
    fn see(&mut self, _: &Stamped) {}

    fn tick(&mut self, _: Duration, counts: Counts) {
        assert_eq!(counts.executed, 0);
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn observers_are_told_the_time_while_a_trial_is_slow() {
    let n_ticks = Arc::new(AtomicUsize::new(0));
    let options = SessionOptions { tick: Duration::from_millis(1), ..SessionOptions::default() };
    let (counted, interrupt) = (n_ticks.clone(), options.interrupt.clone());
    let slow = property(move |_, _| {
        while counted.load(Ordering::SeqCst) < 5 {
            std::thread::yield_now();
        }
        interrupt.cancel();
        Ok(())
    });
    let session = Session::new(reducer(&document(300)), threads(&slow, 1), options);
    let ended = session.with_observer(Box::new(Ticks(n_ticks.clone()))).run();
    assert_eq!(ended.summary.status, Status::Interrupted);
    assert!(5 <= n_ticks.load(Ordering::SeqCst));
}
