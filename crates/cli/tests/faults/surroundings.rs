//! What a system usually has.

use crate::fault::{Family, Fault, Need, SAME, error, fault};

pub const FAMILY: Family = Family { title: "surroundings", faults: FAULTS };

const MOUNTS: &[Need] = &[Need::Mounts];
const FAKETIME: &[Need] = &[Need::Faketime];

const FAULTS: &[Fault] = &[
    fault("no-proc", "there is no /proc", "mount -t tmpfs none /proc; run").needs(MOUNTS),
    fault(
        "no-shm",
        "there is no /dev/shm",
        "mkdir dev; mknod -m 666 dev/null c 1 3; mount --bind dev /dev; run; s=$?; umount -l /dev; exit $s",
    )
    .needs(MOUNTS),
    fault(
        "no-dev",
        "there is nothing in /dev",
        "mount -t tmpfs none /dev; run; s=$?; umount -l /dev; exit $s",
    )
    .needs(MOUNTS)
    .ends(&[error(3, &["it needs /dev/null"])]),
    fault("no-sys", "there is no /sys", "mount -t tmpfs none /sys; run").needs(MOUNTS),
    fault(
        "no-user-namespaces",
        "user namespaces are forbidden",
        "unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; exec \"$D\" test.sh words.txt'",
    )
    .needs(MOUNTS),
    fault("no-home", "HOME is not set", "unset HOME; run"),
    fault("home-missing", "HOME does not exist", "HOME=/none run"),
    fault(
        "home-empty",
        "HOME, TMPDIR and the XDG folders are empty",
        "HOME= TMPDIR= XDG_CACHE_HOME= XDG_RUNTIME_DIR= run",
    ),
    fault(
        "no-environment",
        "there are no variables at all",
        "env -i DWINDLE_FAULT=no-environment S=$S \"$D\" test.sh words.txt",
    ),
    fault("no-path", "PATH is not set", "unset PATH; run")
        .test("/usr/bin/grep -q 'line 7 ' words.txt && /usr/bin/grep -q 'line 42 ' words.txt"),
    fault("path-empty", "the programs of the test are not in PATH", "PATH=/none run")
        .ends(&[error(1, &["127", "PATH"])]),
    fault(
        "directory-gone",
        "the current directory was removed",
        "mkdir g; cd g; rmdir ../g; \"$D\" $S/test.sh $S/words.txt",
    )
    .ends(&[SAME, error(3, &["current directory"]), error(2, &["current directory"])]),
    fault("locale", "a locale that does not exist", "LC_ALL=xx_YY.bad LANG=zz run"),
    fault("terminal", "TERM, COLUMNS and LINES are nonsense", "TERM=nonsense COLUMNS=0 LINES=-1 run"),
    fault("colours", "colours are wished for by CLICOLOR_FORCE in a pipe", "CLICOLOR_FORCE=0 run"),
    fault(
        "many-variables",
        "1 MB of variables",
        "for i in $(seq 10); do export V$i=$(head -c 100000 /dev/zero | tr '\\0' x); done; run",
    ),
    fault("odd-variables", "variables that are not UTF-8", "export ODD=$'\\xff\\xfe' && run"),
    fault("zone", "a time zone that does not exist", "TZ=Nowhere/None run"),
    fault("clock-ahead", "the clock is a year ahead", "faketime -f +365d \"$D\" test.sh words.txt")
        .needs(FAKETIME),
    fault(
        "clock-back",
        "the clock is in 1990",
        "faketime -f '@1990-01-01 00:00:00' \"$D\" test.sh words.txt",
    )
    .needs(FAKETIME),
    fault(
        "clock-fast",
        "the clock runs a hundred times as fast",
        "faketime -f '+0 x100' \"$D\" test.sh words.txt",
    )
    .needs(FAKETIME),
    fault(
        "files-of-the-future",
        "the input and the test were changed next year",
        "touch -d '+1 year' words.txt test.sh; run",
    ),
    fault(
        "files-of-1970",
        "the input and the test were changed in 1970",
        "touch -d @0 words.txt test.sh; run",
    ),
    fault("two-processors", "one processor only", "taskset -c 0 \"$D\" test.sh words.txt -j 4"),
];
