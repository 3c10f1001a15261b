//! Files of other users, and other users' runs. Root is not kept out by permissions, so these run
//! as somebody else.

use crate::fault::{Family, Fault, Need, SAME, error, fault};

pub const FAMILY: Family = Family { title: "other users", faults: FAULTS };

const USERS: &[Need] = &[Need::Users];

const FAULTS: &[Fault] = &[
    fault("user-plain", "the run is another user's", "as_other \"$D\" test.sh words.txt").needs(USERS),
    fault("input-unreadable", "the input may not be read", "chmod 600 words.txt; as_other \"$D\" test.sh words.txt")
        .needs(USERS)
        .ends(&[error(2, &["cannot read words.txt", "Permission denied", "chmod u+r"])]),
    fault("test-unreadable", "the test may be executed and not read", "chmod 711 test.sh; as_other \"$D\" test.sh words.txt")
        .needs(USERS)
        .ends(&[error(3, &["test.sh", "Permission denied"]), error(2, &["test.sh", "Permission denied"]), error(1, &["test.sh"])]),
    fault("test-not-executable-by-all", "the test may be executed by its owner only", "chmod 744 test.sh; as_other \"$D\" test.sh words.txt")
        .needs(USERS)
        .ends(&[error(3, &["test.sh", "not an executable file"]), error(2, &["test.sh", "not an executable file"])]),
    fault("directory-closed", "the directory of the input may not be written", "chmod 755 .; chmod 777 tmp; setpriv --reuid=65534 --regid=65534 --clear-groups \"$D\" test.sh words.txt")
        .needs(USERS)
        .ends(&[error(3, &["Permission denied", "--session DIR"])]),
    fault("session-of-root", "the session is root's", "part; rm -f words.reduced.txt; as_other \"$D\" test.sh words.txt --resume")
        .needs(USERS)
        .ends(&[error(3, &[".dwindle", "--session DIR"])]),
    fault("result-of-root", "a result of root's is in the way", "run -q; mv .dwindle d; as_other \"$D\" test.sh words.txt; s=$?; [ -s words.reduced.txt ] && rm words.reduced.txt && exit $s")
        .needs(USERS)
        .ends(&[error(2, &["exists and was not written by this session"])]),
    fault("folder-part-unreadable", "a folder in the input may not be read", "mkdir -p d/e; cp words.txt d; chmod 700 d/e; as_other \"$D\" test.sh d -o r")
        .needs(USERS)
        .ends(&[error(2, &["cannot read d/e", "Permission denied"])]),
    fault("home-of-root", "HOME may not be entered", "mkdir h; chmod 700 h; HOME=$S/h as_other \"$D\" test.sh words.txt").needs(USERS),
    fault("temporary-of-root", "TMPDIR may not be written, and /dev/shm is read-only", "chmod 777 .; chmod 755 tmp; mount -o remount,ro /dev/shm; setpriv --reuid=65534 --regid=65534 --clear-groups \"$D\" test.sh words.txt")
        .needs(USERS)
        .ends(&[error(3, &["Permission denied", "set TMPDIR"])]),
    fault("spaces-of-others", "left-overs of another user's dead run lie in /dev/shm", "chmod 1777 /dev/shm; d=/dev/shm/dwindle-999999-0123456789abcdef; mkdir $d; touch $d/f; as_other \"$D\" test.sh words.txt; s=$?; [ -e $d/f ] && rm -r $d && exit $s")
        .needs(USERS),
    fault("test-as-another-user", "the test drops root itself", "chmod 755 .; run").test("exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c \"grep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt\"")
        .needs(USERS)
        .ends(&[SAME, error(1, &["--share-trials"])]),
];
