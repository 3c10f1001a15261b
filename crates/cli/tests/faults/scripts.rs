//! Tests that do what no test should.

use crate::fault::{Family, Fault, Need, SAME, error, fault, partial, same};

pub const FAMILY: Family = Family { title: "scripts", faults: FAULTS };

/// What the tests answer with, after their mischief.
macro_rules! then_answer {
    ($mischief:literal) => {
        concat!($mischief, "\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt")
    };
}

/// Answers first, then does it.
macro_rules! answer_then {
    ($mischief:literal) => {
        concat!(
            "grep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt; answer=$?\n",
            $mischief,
            "\nexit $answer"
        )
    };
}

/// Does it once, in the middle of the reduction.
macro_rules! once {
    ($mischief:literal) => {
        concat!(
            "n=$(wc -l <words.txt)\n[ $n -gt 0 ] && [ $n -lt 60 ] && mkdir $S/did 2>/dev/null && { ",
            $mischief,
            "; }\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt"
        )
    };
}

const FAULTS: &[Fault] = &[
    fault("daemon", "leaves a daemon for each candidate", "run")
        .test(then_answer!("setsid sleep 1000 >/dev/null 2>&1 &")),
    fault("daemon-twice", "leaves a daemon that forked twice", "run")
        .test(then_answer!("(setsid sh -c 'sleep 1000 & sleep 1000' >/dev/null 2>&1 &)")),
    fault("background-holds-output", "leaves a process that holds its stdout", "run")
        .test(then_answer!("sleep 1000 &")),
    fault("fork-bomb", "forks for ever at one candidate", "run --timeout 1")
        .test(once!("f() { sleep 0.01; f & f & }; f; sleep 5")),
    fault("ignores-signals", "ignores all signals and hangs at one candidate", "run --timeout 1")
        .test(once!("trap '' TERM INT HUP QUIT; sleep 1000")),
    fault("stops-itself", "stops itself at one candidate", "run --timeout 1").test(once!("kill -STOP $$")),
    fault("kills-itself", "kills itself at one candidate", "run").test(once!("kill -9 $$")),
    fault("kills-itself-always", "kills itself always", "run")
        .test("kill -9 $$")
        .ends(&[error(1, &["no answer", "SIGKILL"])]),
    fault("kills-its-parent", "kills its parent at one candidate", "run").test(once!("kill -9 $PPID")),
    fault("kills-its-group", "kills its process group at one candidate", "run").test(once!("kill -9 0")),
    fault("fills-stdout", "writes 20 MB to both streams", "run --max-trials 5")
        .test(then_answer!("head -c 20000000 /dev/zero; head -c 20000000 /dev/zero >&2"))
        .ends(&[partial(0, &["the limit of trials is reached"])]),
    fault("writes-for-ever", "writes without end at one candidate", "run --timeout 1").test(once!("yes")),
    fault("fills-disk", "writes 100 MB beside each candidate", "run --max-trials 10")
        .test(then_answer!("head -c 100000000 /dev/zero >big"))
        .ends(&[partial(0, &["the limit of trials is reached"])]),
    fault("many-files", "makes 3,000 files at one candidate", "run")
        .test(once!("mkdir d; cd d; seq 3000 | xargs touch; cd ..")),
    fault("deep-folders", "makes 300 folders in one another at one candidate", "run")
        .test(once!("(for i in $(seq 300); do mkdir d; cd d; done)")),
    fault("removes-directory", "removes its directory", "run").test(answer_then!("rm -rf \"$PWD\"")),
    fault("locks-directory", "takes all permissions from its directory", "run")
        .test(answer_then!("mkdir d; touch d/f; chmod 0 d; chmod 0 .")),
    fault("removes-candidate", "removes the candidate", "run").test(answer_then!("rm words.txt")),
    fault("moves-candidate", "moves the candidate away", "run").test(answer_then!("mv words.txt other")),
    fault("changes-candidate", "appends to the candidate", "run")
        .test(answer_then!("echo line 99 >>words.txt")),
    fault("locks-candidate", "takes all permissions from the candidate", "run")
        .test(answer_then!("chmod 0 words.txt")),
    fault("candidate-becomes-folder", "puts a folder in the place of the candidate", "run")
        .test(answer_then!("rm words.txt; mkdir words.txt; touch words.txt/a")),
    fault("candidate-becomes-link", "puts a link to the original in the place of the candidate", "run")
        .test(answer_then!("ln -sf $S/words.txt words.txt")),
    fault("changes-input", "changes the original in the middle", "cp words.txt was; run")
        .test(once!("echo line 61 >>$S/words.txt"))
        .changes_input()
        .ends(&[SAME, same(&["words.txt"]), partial(3, &["words.txt"])]),
    fault("removes-input", "removes the original in the middle", "run")
        .test(once!("rm $S/words.txt"))
        .changes_input()
        .ends(&[SAME, same(&["words.txt"]), partial(3, &["words.txt"])]),
    fault("vanishes", "the test is removed in the middle", "run").test(once!("rm $S/test.sh")).ends(&[
        partial(3, &["test.sh does not exist", "Put it back and run with --resume"]),
        error(3, &["test.sh does not exist", "Put it back and run with --resume"]),
    ]),
    fault("loses-x", "the test loses its permission in the middle", "run")
        .test(once!("chmod -x $S/test.sh"))
        .ends(&[
            partial(3, &["test.sh is not an executable file", "chmod +x"]),
            error(3, &["test.sh is not an executable file", "chmod +x"]),
        ]),
    fault("is-edited", "the test is edited in the middle", "run")
        .test(once!("echo '# new' >>$S/test.sh"))
        .ends(&[partial(3, &["was changed during the run"]), error(3, &["was changed during the run"])]),
    fault("missing", "there is no test", "rm test.sh; run")
        .ends(&[error(2, &["test.sh"]), error(3, &["test.sh does not exist"])]),
    fault("not-executable", "the test is not executable", "chmod -x test.sh; run").ends(&[
        error(2, &["not an executable file", "chmod +x"]),
        error(3, &["not an executable file", "chmod +x"]),
    ]),
    fault("is-a-folder", "the test is a folder", "rm test.sh; mkdir test.sh; run")
        .ends(&[error(2, &["test.sh"]), error(3, &["test.sh"])]),
    fault(
        "no-interpreter",
        "the program of the #! line is missing",
        "sed -i '1s/.*/#!\\/bin\\/none/' test.sh; run",
    )
    .ends(&[error(3, &["/bin/none", "does not exist"])]),
    fault("windows-line-ends", "the test has Windows line ends", "sed -i 's/$/\\r/' test.sh; run")
        .ends(&[error(3, &["does not exist", "Windows line ends"])]),
    fault("garbled", "the test is no program", "head -c 1000 /dev/urandom | sed '1s/^/x/' >test.sh; run")
        .ends(&[error(3, &["test.sh"]), error(1, &["test.sh"]), error(1, &["words.txt"])]),
    fault("reads-stdin", "reads its stdin to the end", "run </dev/zero").test(then_answer!("cat >/dev/null")),
    fault("removes-session", "removes .dwindle in the middle", "run")
        .test(once!("rm -rf $S/.dwindle"))
        .ends(&[SAME, partial(3, &["journal"]), error(3, &["journal"])]),
    fault("removes-trials", "removes the directories of all trials in the middle", "run")
        .test(once!("rm -rf /dev/shm/dwindle-*"))
        .needs(&[Need::Mounts])
        .ends(&[SAME, partial(3, &["director"]), error(3, &["director"])]),
    fault("removes-result", "removes the result in the middle", "run")
        .test(once!("rm -f $S/words.reduced.txt")),
    fault("exit-255", "exits with 255 for no", "run")
        .test("grep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt || exit 255"),
    fault("sleeps-at-random", "takes longer than --timeout at some candidates", "run --timeout 1")
        .test(once!("sleep 1000")),
    fault("recursive", "starts dwindle itself", "run -j 1 --max-trials 3")
        .test(then_answer!(
            "cp words.txt in.txt; $D $S/argument.sh in.txt --max-trials 2 -q >/dev/null; true"
        ))
        .ends(&[partial(0, &["the limit of trials is reached"])]),
];
