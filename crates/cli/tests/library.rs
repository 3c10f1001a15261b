//! The library as its users see it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dwindle::search::{Pass, StopReason};
use dwindle::{Cancel, Document, ReduceError, Reduction, reduce};

const SOURCE: &str = "\
int unused(int a) { return a + 1; }

static int shift(void) {
    int count = 33;
    return 1 << count;
}

int main(void) {
    if (shift() > 0) {
        return 1;
    }
    return 0;
}
";

fn document() -> Document {
    Document::single("crash.c", SOURCE)
}

fn holds(candidate: &Document, needle: &str) -> bool {
    String::from_utf8_lossy(candidate.files()[0].bytes()).contains(needle)
}

#[test]
fn a_closure_that_counts_reduces_a_file() {
    let mut n_calls = 0;
    let reduced = reduce(&document(), |candidate| {
        n_calls += 1;
        holds(candidate, "1 << count")
    });
    let reduced = reduced.expect("the original is interesting");
    assert_eq!(reduced.bytes().trim_ascii(), b"1 << count");
    assert!(reduced.is_complete());
    assert_eq!(n_calls, reduced.summary.executed + 1, "the trials, and the original");
}

#[test]
fn any_number_of_workers_comes_to_the_same_result() {
    let tests = AtomicU64::new(0);
    let run = |n_workers| {
        let reduced = Reduction::new(&document()).run_on(n_workers, |candidate| {
            tests.fetch_add(1, Ordering::Relaxed);
            holds(candidate, "<<") && holds(candidate, "return")
        });
        reduced.expect("the original is interesting").summary.accepted_hash
    };
    assert_eq!(run(1), run(4));
    assert!(0 < tests.into_inner());
}

#[test]
fn a_test_that_says_no_to_the_original_is_an_error() {
    let error = reduce(&document(), |_| false).expect_err("nothing to preserve");
    assert!(matches!(error, ReduceError::NotInteresting), "{error}");
}

#[test]
fn an_unknown_plan_is_an_error_before_any_trial() {
    let is_called = Cell::new(false);
    let error = Reduction::new(&document()).plan("lines,tokns").run(|_| {
        is_called.set(true);
        true
    });
    let error = error.expect_err("there is no such pass").to_string();
    assert!(error.starts_with("there is no pass or plan `tokns`"), "{error}");
    assert!(!is_called.get());
}

#[test]
fn limits_end_a_reduction_with_the_best_until_then() {
    let limited = |reduction: Reduction| {
        let reduced = reduction.run(|candidate| holds(candidate, "<<")).expect("the original is interesting");
        assert!(holds(&reduced.document, "<<"));
        (reduced.reason, reduced.summary.executed)
    };
    let (reason, executed) = limited(Reduction::new(&document()).max_trials(3));
    assert_eq!((reason, executed), (StopReason::Trials, 3));
    let (reason, executed) = limited(Reduction::new(&document()).budget(Duration::ZERO));
    assert_eq!((reason, executed), (StopReason::Time, 0));
    assert_eq!(limited(Reduction::new(&document()).target_bytes(100)).0, StopReason::Size);
}

#[test]
fn the_test_itself_can_end_the_reduction() {
    let (interrupt, mut n_calls) = (Cancel::new(), 0);
    let reduced = Reduction::new(&document()).interrupt(&interrupt).run(|candidate| {
        n_calls += 1;
        if n_calls == 4 {
            interrupt.cancel();
        }
        holds(candidate, "<<")
    });
    assert_eq!(reduced.expect("the original is interesting").reason, StopReason::Interrupted);
    assert_eq!(n_calls, 4);
}

#[test]
fn a_panic_of_the_test_reaches_the_caller_or_is_told() {
    let panicking = |candidate: &Document| {
        assert!(holds(candidate, "unused"), "lost it");
        true
    };
    assert!(catch_unwind(AssertUnwindSafe(|| reduce(&document(), panicking))).is_err());
    let error = Reduction::new(&document()).run_on(2, panicking).expect_err("it panicked");
    let ReduceError::Failed { failure, best } = error else { panic!("another error") };
    assert!(failure.to_string().contains("lost it"), "{failure}");
    assert!(holds(&best, "unused"));
}

#[test]
fn a_pass_of_ones_own_comes_first_or_where_the_plan_names_it() {
    let begun = |plan| {
        let order = std::sync::Arc::new(AtomicU64::new(0));
        let seen = order.clone();
        let mine = Pass::new("mine", move |_| {
            seen.fetch_add(1, Ordering::Relaxed);
            None
        });
        let reduction = Reduction::new(&document()).pass(mine).plan(plan);
        reduction.run(|candidate| holds(candidate, "<<")).expect("the original is interesting");
        order.load(Ordering::Relaxed)
    };
    assert!(1 < begun("auto"), "again after something was accepted");
    assert!(0 < begun("lines,mine"));
}

#[test]
#[cfg(unix)]
fn a_script_reduces_with_several_workers() {
    use dwindle::run::property::{CandidatePaths, ScriptProperty};
    use dwindle::run::trial::{TrialHost, TrialHostOptions};
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().expect("a directory can be made");
    let path = directory.path().join("test.sh");
    std::fs::write(&path, "grep -q '1 << count' crash.c\n").expect("it can be written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let trial_host = std::sync::Arc::new(TrialHost::new(TrialHostOptions::default()));
    let script = ScriptProperty::new(&path, CandidatePaths::of(&document()), trial_host);
    let script = script.expect("the script is there");
    let reduced = Reduction::new(&document()).run_property(2, &script).expect("the original is interesting");
    assert_eq!(reduced.bytes().trim_ascii(), b"1 << count");
}
