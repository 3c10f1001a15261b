//! Tests on records of several threads that are interleaved.

use std::collections::HashMap;

use super::reduce;

/// The messages of eight calls. Each call is opened, holds some words, and is closed.
fn calls() -> String {
    let name = |call: usize| format!("c{}f", (call * 5_717 + 3_001) % 9_973);
    let mut left: Vec<(usize, usize)> = (0..8).map(|call| (call, 3 + call % 3)).collect();
    let (mut text, mut number, mut turn) = (String::new(), 0, 0);
    while !left.is_empty() {
        turn = (turn * 7 + 3) % 1_009;
        let place = turn % left.len();
        let (call, n_left) = &mut left[place];
        let what = match (*n_left == 3 + *call % 3, *n_left) {
            (true, _) => "open".to_owned(),
            (_, 1) => "close".to_owned(),
            _ if *call == 5 => "say boom".to_owned(),
            _ => format!("say {}", ["yes", "no", "well"][turn % 3]),
        };
        number += 1;
        text += &format!("message {number}\n  call: {}\n  {what}\n", name(*call));
        *n_left -= 1;
        left.retain(|(_, n_left)| *n_left != 0);
    }
    text
}

#[test]
fn the_records_of_a_thread_go_together() {
    let (left, n_trials) = reduce(&calls(), |text| {
        let mut open: HashMap<&str, usize> = HashMap::new();
        let (mut n_messages, mut has_boom) = (0, false);
        let mut lines = text.lines();
        while let Some(head) = lines.next() {
            n_messages += 1;
            (head.strip_prefix("message ")?.parse() == Ok(n_messages)).then_some(())?;
            let call = lines.next()?.strip_prefix("  call: ")?;
            match lines.next()?.trim_start() {
                "open" => open.insert(call, 0).is_none().then_some(())?,
                "close" => (open.remove(call)? != 0).then_some(())?,
                say => {
                    say.strip_prefix("say ")?;
                    *open.get_mut(call)? += 1;
                    has_boom |= say == "say boom";
                }
            }
        }
        open.is_empty().then_some(has_boom)
    });
    assert_eq!(left.matches("message").count(), 3, "{left}");
    assert!(n_trials < 180, "{n_trials}");
}
