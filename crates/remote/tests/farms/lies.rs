//! Servers that report what is not true.

use dwindle_reduce::Verdict;
use tonic::Code;

use crate::fake::{Fake, Instead, ended};
use crate::stage::{BOTH, ask, ask_all, farm, options, verdict_of};

/// Results that are not verdicts, whatever they look like.
fn lies() -> Vec<Instead> {
    vec![
        Instead::End(75, ""),
        Instead::End(124, "dwindle 1\n"),
        Instead::End(1, "dwindle 1\n"),
        Instead::End(0, ""),
        Instead::End(0, "dwindle 1"),
        Instead::End(0, "1\n"),
        Instead::End(137, ""),
        Instead::Fail(Code::DeadlineExceeded),
        Instead::Fail(Code::Internal),
        Instead::Fail(Code::Unavailable),
    ]
}

#[test]
fn a_lie_now_and_then_changes_nothing() {
    for lie in lies() {
        let fake = Fake::start(BOTH);
        let (_farm, property) = farm(&options(&fake));
        fake.world().instead.extend([lie.clone(), lie]);
        assert_eq!(ask(&property, "ab").unwrap(), Verdict::Interesting);
        assert_eq!(ask(&property, "bb").unwrap(), Verdict::Boring);
    }
}

#[test]
fn a_server_that_always_lies_is_lost_and_makes_nothing_boring() {
    for lie in lies() {
        let fake = Fake::start(BOTH);
        let max_silence = std::time::Duration::from_millis(100);
        let (_farm, property) = farm(&dwindle_remote::FarmOptions { max_silence, ..options(&fake) });
        fake.world().always = Some(lie.clone());
        match ask(&property, "ab") {
            // Like a test that uses up all memory.
            Ok(verdict) => assert!(matches!((verdict, &lie), (Verdict::Unresolved, Instead::End(137, _)))),
            Err(error) => assert!(error.to_string().contains("--resume"), "{error}"),
        }
    }
}

#[test]
fn failures_that_a_cache_kept_are_not_believed() {
    let fake = Fake::start(BOTH);
    let (first, property) = farm(&options(&fake));
    ask_all(&property);
    let kept: Vec<String> = fake.world().results.keys().cloned().collect();
    let poison = [ended(75, ""), ended(124, ""), ended(1, "dwindle 0\n"), ended(0, "yes\n")];
    for (number, key) in kept.iter().enumerate() {
        fake.world().results.insert(key.clone(), poison[number % poison.len()].clone());
    }
    drop((first, property));
    let lookups = fake.world().n_lookups;
    let (second, property) = farm(&options(&fake));
    ask_all(&property);
    assert_eq!(second.figures().n_cached, 0);
    assert_eq!(fake.world().n_lookups, lookups, "the server must not look in the cache again");
}

#[test]
fn outputs_that_the_store_lost_are_no_answer() {
    let fake = Fake::start(BOTH);
    let (_first, property) = farm(&options(&fake));
    assert_eq!(ask(&property, "ab").unwrap(), verdict_of("ab"));
    for result in fake.world().results.values_mut() {
        result.stdout_digest = Some(crate::fake::digest_of(&std::mem::take(&mut result.stdout_raw)));
    }
    let (second, property) = farm(&options(&fake));
    assert_eq!(ask(&property, "ab").unwrap(), verdict_of("ab"));
    assert_eq!(second.figures().n_cached, 0);
    // An output that is in the store is fetched.
    let results: Vec<_> = fake.world().results.keys().cloned().collect();
    let output = b"dwindle 0\n".to_vec();
    let digest = crate::fake::digest_of(&output);
    fake.shared.put(&digest, output).unwrap();
    for key in results {
        let mut result = ended(0, "");
        result.stdout_digest = Some(digest.clone());
        fake.world().results.insert(key, result);
    }
    let (third, property) = farm(&options(&fake));
    assert_eq!(ask(&property, "ab").unwrap(), Verdict::Interesting);
    assert_eq!(third.figures().n_cached, 1);
}
