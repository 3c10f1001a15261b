//! Processes that are killed, stopped or signalled.

use crate::fault::{Family, Fault, SAME, error, fault, partial};

pub const FAMILY: Family = Family { title: "processes", faults: FAULTS };

/// A test that leaves time to do something to it.
const SLOW: &str = "sleep 0.05\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt";

const INTERRUPTED: &[crate::fault::End] = &[partial(130, &["interrupted"])];

const FAULTS: &[Fault] = &[
    fault(
        "kill-9",
        "the program is killed in the middle; --resume",
        "begin -q; until_true [ -s words.reduced.txt ]; kill -9 $p; wait $p; run --resume",
    )
    .test(SLOW),
    fault(
        "kill-9-five-times",
        "the program is killed five times; --resume each time",
        "for t in 0.3 0.5 0.4 0.6 0.5; do begin -q --resume; sleep $t; kill -9 $p; wait $p; done; run --resume",
    )
    .test(SLOW),
    fault("interrupt", "Ctrl-C in the middle", "set -m; begin; until_true [ -s words.reduced.txt ]; kill -INT $p; wait $p")
        .test(SLOW)
        .ends(INTERRUPTED),
    fault("terminate", "SIGTERM in the middle", "begin; until_true [ -s words.reduced.txt ]; kill -TERM $p; wait $p")
        .test(SLOW)
        .ends(INTERRUPTED),
    fault("hang-up", "SIGHUP in the middle", "begin; until_true [ -s words.reduced.txt ]; kill -HUP $p; wait $p")
        .test(SLOW)
        .ends(INTERRUPTED),
    fault(
        "interrupt-then-resume",
        "SIGTERM in the middle; --resume",
        "begin -q; until_true [ -s words.reduced.txt ]; kill -TERM $p; wait $p; run --resume",
    )
    .test(SLOW),
    fault("interrupt-early", "SIGTERM during the first trial", "begin; until_true [ -e ran ]; kill -TERM $p; wait $p")
        .test("touch $S/ran; sleep 2")
        .ends(&[error(130, &["interrupted"])]),
    fault("broken-pipe-signal", "SIGPIPE in the middle", "begin; until_true [ -s words.reduced.txt ]; kill -PIPE $p; wait $p")
        .test(SLOW),
    fault(
        "stopped",
        "the program is stopped for a second and goes on",
        "begin; until_true [ -s words.reduced.txt ]; kill -STOP $p; sleep 1; kill -CONT $p; wait $p",
    )
    .test(SLOW),
    fault(
        "stopped-and-killed",
        "the program is killed while it is stopped; --resume",
        "begin -q; until_true [ -s words.reduced.txt ]; kill -STOP $p; kill -9 $p; wait $p; run --resume",
    )
    .test(SLOW),
    fault(
        "keeper-killed",
        "a keeper process is killed once",
        "begin; until_true [ -s words.reduced.txt ]; kill -9 $(pgrep -P $p | head -1); wait $p",
    )
    .test(SLOW),
    fault(
        "keepers-killed",
        "all processes that keep trials are killed at once",
        "begin; until_true [ -s words.reduced.txt ]; kill -9 $(pgrep -P $p); wait $p",
    )
    .test(SLOW)
    .ends(&[SAME, partial(3, &["the keeper process of trials"])]),
    fault(
        "keepers-killed-for-ever",
        "the processes that keep trials are killed as soon as they start",
        "begin; until_true [ -s words.reduced.txt ]; while kill -0 $p; do pkill -9 -P $p; sleep 0.01; done 2>/dev/null; wait $p",
    )
    .test(SLOW)
    .ends(&[SAME, partial(3, &["the keeper process of trials"])]),
    fault(
        "keeper-stopped",
        "the processes that keep trials are stopped for a second and go on",
        "begin; until_true [ -s words.reduced.txt ]; k=$(pgrep -P $p); kill -STOP $k; sleep 1; kill -CONT $k; wait $p",
    )
    .test(SLOW),
    fault(
        "keeper-stopped-and-interrupted",
        "the processes that keep trials are stopped; SIGTERM for the program",
        "begin; until_true [ -s words.reduced.txt ]; kill -STOP $(pgrep -P $p); kill -TERM $p; wait $p",
    )
    .test(SLOW)
    .ends(INTERRUPTED),
    fault(
        "trial-killed",
        "the processes of trials are killed from outside, a few times",
        "begin; until_true [ -s words.reduced.txt ]; for _ in 1 2 3 4 5; do pkill -9 -f \"^sleep 0.0512$\"; sleep 0.1; done; wait $p",
    )
    .test("sleep 0.0512\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt"),
    fault("children-ignored", "SIGCHLD is ignored when the program starts", "trap '' CHLD; run"),
    fault("signals-ignored", "SIGPIPE, SIGHUP and SIGALRM are ignored when the program starts", "trap '' PIPE HUP ALRM; run"),
    fault("no-terminal", "the program has a session of its own and no terminal", "setsid -w \"$D\" test.sh words.txt"),
];
