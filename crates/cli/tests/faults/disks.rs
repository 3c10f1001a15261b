//! File systems that are full, read-only or missing, and streams that are closed.

use crate::fault::{Family, Fault, Need, SAME, error, fault, partial};

pub const FAMILY: Family = Family { title: "disks and streams", faults: FAULTS };

const MOUNTS: &[Need] = &[Need::Mounts];

const FAULTS: &[Fault] = &[
    fault(
        "output-full",
        "the file system of --output is full",
        "mkdir o; mount -t tmpfs -o size=4k none o; head -c 4096 /dev/zero >o/x; run -o o/r.txt; s=$?; cat tmp/r.txt >words.reduced.txt; exit $s",
    )
    .needs(MOUNTS)
    .ends(&[partial(3, &["No space left", "choose an --output on another disk", "the result is written to"])]),
    fault(
        "input-directory-full",
        "the file system of the input, where the session is, is full",
        "mkdir i; mount -t tmpfs -o size=16k none i; cp words.txt test.sh i; cd i; run",
    )
    .needs(MOUNTS)
    .ends(&[error(3, &["No space left", "free some space and run again with --resume"])]),
    fault(
        "input-directory-read-only",
        "the file system of the input is read-only",
        "mkdir i; mount -t tmpfs none i; cp words.txt test.sh i; mount -o remount,ro i; cd i; run",
    )
    .needs(MOUNTS)
    .ends(&[error(3, &["Read-only file system", "--session DIR", "--no-session"])]),
    fault(
        "input-directory-read-only-elsewhere",
        "the file system of the input is read-only; --session and -o lead elsewhere",
        "mkdir i; mount -t tmpfs none i; cp words.txt test.sh i; mount -o remount,ro i; cd i; run --session ../s -o ../words.reduced.txt",
    )
    .needs(MOUNTS),
    fault(
        "input-directory-read-only-no-session",
        "the file system of the input is read-only; --no-session and -o",
        "mkdir i; mount -t tmpfs none i; cp words.txt test.sh i; mount -o remount,ro i; cd i; run --no-session -o ../words.reduced.txt",
    )
    .needs(MOUNTS),
    fault(
        "output-read-only",
        "the file system of --output is read-only",
        "mkdir o; mount -t tmpfs -o ro none o; run -o o/r.txt",
    )
    .needs(MOUNTS)
    .ends(&[error(3, &["Read-only file system", "--output"]), error(2, &["Read-only file system", "--output"])]),
    fault("memory-noexec", "/dev/shm is noexec", "mount -o remount,noexec /dev/shm; run").needs(MOUNTS),
    fault("memory-read-only", "/dev/shm is read-only", "mount -o remount,ro /dev/shm; run").needs(MOUNTS),
    fault("memory-small", "/dev/shm has 4 KB", "mount -o remount,size=4k /dev/shm; run").needs(MOUNTS),
    fault(
        "memory-full",
        "/dev/shm is full",
        "mount -o remount,size=300m /dev/shm; head -c 300M /dev/zero >/dev/shm/x; run",
    )
    .needs(MOUNTS),
    fault("trials-full", "TMPDIR is full, and /dev/shm read-only", "mount -o remount,ro /dev/shm; mount -t tmpfs -o size=4k none tmp; head -c 4096 /dev/zero >tmp/x; run; s=$?; umount tmp; exit $s")
        .needs(MOUNTS)
        .ends(&[error(3, &["no space left for trials", "set TMPDIR to a larger disk"])]),
    fault("trials-read-only", "TMPDIR and /dev/shm are read-only", "mount -o remount,ro /dev/shm; mount -t tmpfs -o ro none tmp; run")
        .needs(MOUNTS)
        .ends(&[error(3, &["Read-only file system", "set TMPDIR"])]),
    fault("trials-noexec", "TMPDIR and /dev/shm are noexec", "mount -o remount,noexec /dev/shm; mount -t tmpfs -o noexec none tmp; run")
        .needs(MOUNTS),
    fault("temporary-missing", "TMPDIR does not exist, and /dev/shm is read-only", "mount -o remount,ro /dev/shm; TMPDIR=$S/none run")
        .needs(MOUNTS)
        .ends(&[error(3, &["No such file or directory", "set TMPDIR"])]),
    fault("temporary-is-a-file", "TMPDIR is a file, and /dev/shm read-only", "mount -o remount,ro /dev/shm; TMPDIR=$S/test.sh run")
        .needs(MOUNTS)
        .ends(&[error(3, &["Not a directory", "set TMPDIR"])]),
    fault("temporary-odd", "TMPDIR has a space and a line end in its name", "mkdir \"tmp/a b\"$'\\n'c; TMPDIR=$S/tmp/\"a b\"$'\\n'c run; s=$?; ls -A tmp/*; exit $s"),
    fault("temporary-relative", "TMPDIR is relative, and /dev/shm read-only", "mount -o remount,ro /dev/shm; TMPDIR=tmp run")
        .needs(MOUNTS)
        .ends(&[SAME]),
    fault("session-full", "the file system of --session is full", "mkdir s; mount -t tmpfs -o size=4k none s; run --session s/1")
        .needs(MOUNTS)
        .ends(&[error(3, &["No space left"]), partial(3, &["cannot write the journal", "No space left"])]),
    fault("summary-full", "--summary cannot be written", "run --summary /dev/full").ends(&[
        partial(3, &["/dev/full", "No space left"]),
    ]),
    fault("stdout-full", "stdout is full", "run >/dev/full").ends(&[SAME, partial(3, &["No space left"])]),
    fault("events-full", "stdout is full, with --format json", "run --format json >/dev/full")
        .ends(&[SAME, partial(3, &["No space left"])]),
    fault("stderr-full", "stderr is full", "run 2>/dev/full"),
    fault("stdin-closed", "stdin is closed", "run <&-"),
    fault("stdout-closed", "stdout is closed", "run >&-").ends(&[SAME, partial(3, &["Bad file descriptor"])]),
    fault("stderr-closed", "stderr is closed", "run 2>&-"),
    fault("streams-closed", "all three streams are closed", "run <&- >&- 2>&-").ends(&[SAME]),
    fault("stdout-broken", "whoever reads stdout is gone", "run --format json | true; exit ${PIPESTATUS[0]}"),
    fault("stderr-broken", "whoever reads stderr is gone", "run -vv 2> >(true)"),
];
