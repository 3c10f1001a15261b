//! Sessions on disk that are damaged, foreign or in use.

use crate::fault::{Family, Fault, SAME, error, fault, same};

pub const FAMILY: Family = Family { title: "sessions on disk", faults: FAULTS };

const NOT_A_JOURNAL: &[crate::fault::End] = &[error(2, &["is not a journal of dwindle", "--session DIR"])];

const FAULTS: &[Fault] = &[
    fault("resume-nothing", "--resume where there is no session", "run --resume"),
    fault("resume-part", "--resume of a run that was cut off", "part; run --resume"),
    fault("resume-finished", "--resume of a run that came to its end", "run -q; run --resume"),
    fault("journal-torn", "the journal lacks its last byte", "part; truncate -s -1 \"$J\"; run --resume"),
    fault("journal-torn-50", "the journal lacks its last 50 bytes", "part; truncate -s -50 \"$J\"; run --resume"),
    fault("journal-torn-head", "only 10 bytes of the journal are left", "part; truncate -s 10 \"$J\"; run --resume"),
    fault("journal-empty", "the journal is empty", ": part; part; : >\"$J\"; run --resume"),
    fault("journal-gone", "the journal is gone", "part; rm \"$J\"; run --resume"),
    fault("journal-flip-head", "the first byte of the journal is another one", "part; flip 0; run --resume").ends(NOT_A_JOURNAL),
    fault("journal-flip-head-fresh", "the first byte of the journal is another one, without --resume", "part; flip 0; run")
        .ends(NOT_A_JOURNAL),
    fault("journal-flip-middle", "a byte in the middle of the journal is another one", "part; flip $(($(stat -c %s \"$J\") / 2)); run --resume"),
    fault("journal-flip-end", "the last byte of the journal is another one", "part; flip -1; run --resume"),
    fault("journal-flip-length", "the length of the first record is absurd", "part; flip 22; run --resume"),
    fault("journal-flip-three", "three bytes of the journal are others", "part; flip -30; flip -90; flip -150; run --resume"),
    fault("journal-zeros", "4 KB of zeros stand behind the journal, as after a power failure", "part; head -c 4096 /dev/zero >>\"$J\"; run --resume"),
    fault("journal-garbage", "garbage stands behind the journal", "part; head -c 4096 /dev/urandom >>\"$J\"; run --resume"),
    fault("journal-doubled", "the journal stands there twice", "part; cat \"$J\" \"$J\" >j; mv j \"$J\"; run --resume"),
    fault("journal-hole", "100 bytes in the middle of the journal are zeros", "part; dd if=/dev/zero of=\"$J\" bs=1 seek=200 count=100 conv=notrunc status=none; run --resume"),
    fault("journal-later", "the journal is of version 2", "part; sed -i '1s/1$/2/' \"$J\"; run --resume")
        .ends(&[error(3, &["version 2", "reads version 1", "start without --resume"])]),
    fault("journal-later-fresh", "the journal is of version 2, without --resume", "part; sed -i '1s/1$/2/' \"$J\"; run"),
    fault("journal-is-a-folder", "a folder stands in the place of the journal", "part; rm \"$J\"; mkdir \"$J\"; run --resume")
        .ends(&[error(3, &["cannot read the journal", "--session DIR"])]),
    fault("journal-of-another-test", "the test was edited between the runs", "part; echo '# new' >>test.sh; run --resume")
        .ends(&[error(2, &["cannot resume", "start without --resume"])]),
    fault("journal-of-another-test-fresh", "the test was edited between the runs, without --resume", "part; echo '# new' >>test.sh; run"),
    fault("journal-of-another-input", "the input was edited between the runs", "part; sed -i '1d' words.txt; run --resume")
        .changes_input()
        .ends(&[same(&["words.txt"])]),
    fault("session-of-something-else", "--session names a folder with other files", "mkdir s; echo mine >s/file; run --session s; status=$?; [ \"$(cat s/*)\" = mine ] || exit 98; exit $status")
        .ends(&[error(3, &["is not the directory of a session", "new or empty"])]),
    fault("session-is-a-file", "--session names a file", "run --session test.sh").ends(&[error(3, &["--session DIR", "--no-session"])]),
    fault("sessions-is-a-file", ".dwindle is a file", "echo mine >.dwindle; run").ends(&[error(3, &["--session DIR", "--no-session"])]),
    fault("session-mark-gone", "the mark of the session's folder is gone", "part; rm .dwindle/*/dwindle-session; run --resume")
        .ends(&[error(3, &["is not the directory of a session"])]),
    fault("record-garbled", "the record of the session is garbage; report", "run -q; rm words.reduced.txt; head -c 1000 /dev/urandom >\"$(echo .dwindle/*/)record\"; \"$D\" report words.txt")
        .ends(&[error(2, &["record"])]),
    fault("record-torn", "the record of the session lacks its end; report", "run -q; truncate -s -20 \"$(echo .dwindle/*/)record\"; \"$D\" report words.txt"),
    fault("report-of-nothing", "report where there is no session", "\"$D\" report words.txt").ends(&[error(2, &["there is no session", "name the input"])]),
    fault("journal-removed-under-way", "the journal is removed in the middle", "run")
        .test("[ -s words.txt ] && rm -f $S/.dwindle/*/journal\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt")
        .ends(&[SAME]),
];
