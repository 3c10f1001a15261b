//! One measurement, in this process.

use std::cell::RefCell;
use std::rc::Rc;

use dwindle_reduce::{Event, LookAhead, Reducer, ReducerOptions, Stamped, StopReason};
use dwindle_run::checkup::{Checkup, Finding};
use dwindle_run::executor::Threads;
use dwindle_run::limits::default_time_limit;
use dwindle_run::property::Cancel;
use dwindle_run::session::{Observer, Session, SessionOptions};

use super::case::Roots;
use super::clock::cpu_seconds;
use super::error::ExperimentError;
use super::record::{Point, Record, Status};
use super::setting::Setting;

/// Runs the measurement that a setting describes: checks the property, reduces, and tests the
/// result again. The figures exclude the cost of these checks, except for some processor time.
///
/// # Errors
/// When there is no such case or framework, when the property fails its checks, and when the
/// environment fails.
pub fn measure(roots: &Roots, setting: &Setting) -> Result<Record, ExperimentError> {
    let subject = roots.open(&setting.case)?;
    let (plan, watched) = setting.plan(&subject.document)?;
    let cancel = Cancel::new();
    let checkup = Checkup::of(subject.property(), &subject.document, &cancel)?;
    match checkup.finding() {
        Finding::Reliable => {}
        finding => return Err(ExperimentError::Unfit(finding)),
    }
    let (document, property) = subject.limited(default_time_limit(checkup.first.wall));

    let before = cpu_seconds();
    let executor = Threads::new(&property, setting.jobs)
        .map_err(|source| ExperimentError::Process { what: "cannot start workers", source })?;
    // Watched searches must not be forked by look-ahead.
    let look_ahead = if setting.watch.is_some() { LookAhead::Off } else { LookAhead::default() };
    let limits = ReducerOptions { max_trials: setting.max_trials, look_ahead, ..ReducerOptions::default() };
    let reducer = Reducer::new(&document, &plan, limits);
    let options = SessionOptions { budget: setting.budget(), ..SessionOptions::default() };
    let path = Rc::new(RefCell::new(Vec::new()));
    let ended = Session::new(reducer, Box::new(executor), options)
        .with_observer(Box::new(SizeCurve { points: path.clone() }))
        .run();
    if let Some(failure) = ended.failure {
        return Err(failure.into());
    }
    if !property.test(&ended.best, &cancel)?.is_interesting() {
        return Err(ExperimentError::NotReproduced);
    }
    // The keepers end with the property; only then is their time known.
    drop(property);
    let cpu_seconds = cpu_seconds().zip(before).map(|(after, before)| after - before);

    let summary = ended.summary;
    Ok(Record {
        setting: setting.clone(),
        status: match ended.reason {
            StopReason::Complete => Status::Complete,
            _ => Status::Budget,
        },
        tokens: summary.tokens,
        bytes: summary.bytes,
        proposed: summary.proposed,
        known: summary.known,
        gated: summary.gated,
        put_off: summary.put_off,
        executed: summary.executed,
        accepted: summary.accepted,
        accepted_hash: summary.accepted_hash,
        seconds: summary.seconds,
        cpu_seconds,
        seconds_in_trials: summary.seconds_in_trials,
        path: path.take(),
        lists: watched.map(|watched| watched.lists()),
    })
}

/// Records how the size decreases.
struct SizeCurve {
    points: Rc<RefCell<Vec<Point>>>,
}

impl Observer for SizeCurve {
    fn see(&mut self, stamped: &Stamped) {
        let mut points = self.points.borrow_mut();
        match &stamped.event {
            Event::Accepted { cost, counts, .. } | Event::Finished { cost, counts, .. } => {
                let is_end = matches!(stamped.event, Event::Finished { .. });
                let last = points.last().map_or(u64::MAX, |point: &Point| point.tokens);
                // Two percent less, or the end.
                if is_end || u128::from(cost.tokens) * 50 <= u128::from(last) * 49 {
                    points.push(Point {
                        seconds: stamped.at.as_secs_f64(),
                        executed: counts.executed,
                        tokens: cost.tokens,
                        bytes: cost.bytes,
                    });
                }
            }
            _ => {}
        }
    }
}
