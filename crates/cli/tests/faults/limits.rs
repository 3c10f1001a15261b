//! Limits that a shell or an administrator set.

use crate::fault::{Family, Fault, Need, SAME, error, fault, partial, same};

pub const FAMILY: Family = Family { title: "limits", faults: FAULTS };

const USERS: &[Need] = &[Need::Users];

/// Which file is the first that does not fit is up to their sizes.
const TOO_LARGE: &[crate::fault::End] = &[
    error(3, &["File too large"]),
    error(3, &["no space left for trials"]),
    partial(3, &["File too large"]),
    partial(3, &["no space left for trials"]),
];

const FAULTS: &[Fault] = &[
    fault("open-files-12", "12 open files are allowed", "ulimit -n 12; run")
        .ends(&[error(3, &["Too many open files", "ulimit -n"])]),
    fault("open-files-14", "14 open files are allowed", "ulimit -n 14; run")
        .ends(&[SAME, error(3, &["Too many open files", "ulimit -n"])]),
    fault("open-files-16", "16 open files are allowed", "ulimit -n 16; run")
        .ends(&[SAME, error(3, &["Too many open files", "ulimit -n"])]),
    fault("open-files-24", "24 open files are allowed", "ulimit -n 24; run")
        .ends(&[SAME, error(3, &["Too many open files"])]),
    fault("open-files-24-many-workers", "24 open files are allowed for 4 workers", "ulimit -n 24; run -j 4")
        .ends(&[SAME, error(3, &["Too many open files"]), partial(3, &["Too many open files"])]),
    fault("processes-1", "the user may have one process", "ulimit -u 1; as_other_number 61001")
        .needs(USERS)
        .ends(&[error(3, &["Resource temporarily unavailable"])]),
    fault("processes-6", "the user may have 6 processes", "ulimit -u 6; as_other_number 61006")
        .needs(USERS)
        .ends(&[SAME, error(3, &["is the number of processes"]), error(1, &["fork"]), partial(3, &["Resource temporarily unavailable"]), error(3, &["Resource temporarily unavailable"])]),
    fault("processes-40", "the user may have 40 processes", "ulimit -u 40; as_other_number 61040").needs(USERS),
    fault("file-size-0", "files may not grow at all", "ulimit -f 0; run").ends(TOO_LARGE),
    fault("file-size-1k", "files may grow to 1 KB", "ulimit -f 1; run")
        .ends(TOO_LARGE),
    fault("file-size-2k", "files may grow to 2 KB, so that the journal does not fit", "ulimit -f 2; run")
        .ends(TOO_LARGE),
    fault("address-space", "1 GB of address space", "ulimit -v 1000000; run"),
    fault("stack", "1 MB of stack", "ulimit -s 1024; run"),
    fault("locked-memory", "no locked memory, no messages, no core files", "ulimit -l 0; ulimit -q 0; ulimit -c 0; run"),
    fault("low-priority", "the lowest priority", "nice -n 19 \"$D\" test.sh words.txt"),
    fault("umask-077", "umask 077", "umask 077; run"),
    fault("umask-000", "umask 000", "umask 000; run"),
    fault("test-memory", "the test needs more memory than --memory for some candidates", "run --memory 64M")
        .test("[ $(wc -l <words.txt) = 30 ] && head -c 300000000 /dev/zero | tail >/dev/null\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt"),
    fault("test-open-files", "the test opens as many files as it may", "ulimit -n 64; run")
        .test("for fd in 3 4 5 6 7 8 9; do eval \"exec $fd</dev/null\"; done\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt"),
    fault("budget-of-nothing", "--budget 0s", "run --budget 0s").ends(&[error(2, &["must be greater than 0"])]),
    fault("one-trial", "--max-trials 1", "run --max-trials 1").ends(&[partial(0, &["the limit of trials is reached"])]),
    fault("many-workers", "100 workers on a small machine", "run -j 100").ends(&[SAME, same(&[])]),
    fault("short-limit", "trials that take longer than --timeout", "run --timeout 0.05")
        .test("sleep 0.3\ngrep -q 'line 7 ' words.txt")
        .ends(&[error(1, &["no answer"])]),
];
