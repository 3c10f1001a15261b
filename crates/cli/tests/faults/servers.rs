//! Persistent testers (`--server`) that do not keep the protocol.

use crate::fault::{Family, Fault, SAME, error, fault};

pub const FAMILY: Family = Family { title: "testers", faults: FAULTS };

const FAULTS: &[Fault] = &[
    fault("server-missing", "the tester does not exist", "\"$D\" --server ./none words.txt")
        .ends(&[error(3, &["ends without answering", "none"])]),
    fault("server-ends", "the tester ends at once", "\"$D\" --server true words.txt").ends(&[error(3, &["ends without answering", "exit status 0"])]),
    fault("server-fails", "the tester fails at once and says why", "\"$D\" --server 'echo because >&2; exit 5' words.txt")
        .ends(&[error(3, &["ends without answering", "exit status 5", "because"])]),
    fault("server-babbles", "the tester answers something else", "\"$D\" --server 'while read p; do echo maybe; done' words.txt")
        .ends(&[error(3, &["answered 'maybe'", "interesting, boring or unresolved"])]),
    fault("server-long-line", "the tester writes a line without end", "\"$D\" --server 'read p; yes | tr -d \"\\n\"' words.txt")
        .ends(&[error(3, &["must answer interesting, boring or unresolved"])]),
    fault("server-silent", "the tester never answers", "\"$D\" --server 'sleep 1000' --timeout 0.5 words.txt")
        .ends(&[error(1, &["no answer"])]),
    fault(
        "server-half-line",
        "the tester's answer has no line end",
        "\"$D\" --server 'while read p; do printf interesting; done' --timeout 0.5 words.txt",
    )
    .ends(&[error(1, &["no answer"])]),
    fault("server-closes", "the tester closes its streams and stays", "\"$D\" --server 'exec <&- >&- 2>&-; sleep 1000' --timeout 0.5 words.txt")
        .ends(&[error(1, &["no answer"])]),
    fault("server-once", "the tester ends after each answer", "\"$D\" --server 'read p; ./argument.sh \"$p\" && echo interesting || echo boring' words.txt"),
    fault(
        "server-crashes",
        "the tester crashes at some candidates",
        "\"$D\" --server 'while read p; do [ $(wc -l <\"$p\") = 30 ] && kill -9 $$; ./argument.sh \"$p\" && echo interesting || echo boring; done' words.txt",
    ),
    fault(
        "server-leaves-daemons",
        "the tester leaves a daemon for each candidate",
        "\"$D\" --server 'while read p; do setsid sleep 1000 >/dev/null 2>&1 & ./argument.sh \"$p\" && echo interesting || echo boring; done' words.txt",
    )
    .ends(&[SAME]),
    fault("server-loud", "the tester writes a megabyte to stderr for each candidate", "\"$D\" --server 'while read p; do head -c 1000000 /dev/zero >&2; ./argument.sh \"$p\" && echo interesting || echo boring; done' words.txt"),
];
