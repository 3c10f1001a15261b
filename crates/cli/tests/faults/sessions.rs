//! Results that are in the way or changed, and several runs at once.

use crate::fault::{Family, Fault, SAME, error, fault, same};

pub const FAMILY: Family = Family { title: "results and other runs", faults: FAULTS };

const SLOW: &str = "sleep 0.05\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt";

const FAULTS: &[Fault] = &[
    fault("two-runs", "a second run of the same session at the same time", "begin -q; until_true [ -s words.reduced.txt ]; run; s=$?; wait $p && exit $s")
        .test(SLOW)
        .ends(&[same_status(2, &["is in use by another run", "wait for it"])]),
    fault("two-runs-without-sessions", "a second run at the same time, both with --no-session", "begin -q --no-session; run --no-session -o other.txt; s=$?; wait $p && cmp other.txt words.reduced.txt && exit $s")
        .test(SLOW),
    fault("two-inputs", "runs on two inputs at the same time", "cp words.txt w2.txt; \"$D\" argument.sh w2.txt -q & p=$!; run; s=$?; wait $p && cmp w2.reduced.txt words.reduced.txt && exit $s"),
    fault("five-runs", "five runs with sessions of their own at the same time", "for i in 1 2 3 4; do run -q -j 1 --session s$i -o r$i.txt & done; run --session s5; s=$?; wait; cat r?.txt | sort | uniq -c | grep -q ' 4 ' && exit $s"),
    fault("result-exists", "a file of the user's stands where the result goes", "echo mine >words.reduced.txt; run; s=$?; [ \"$(cat words.reduced.txt)\" = mine ] && rm words.reduced.txt && exit $s")
        .ends(&[error(2, &["exists and was not written by this session", "--output"])]),
    fault("result-is-a-folder", "a folder stands where the result goes", "mkdir words.reduced.txt; run; s=$?; rmdir words.reduced.txt && exit $s")
        .ends(&[error(2, &["words.reduced.txt", "--output"])]),
    fault("result-is-a-link", "a link to a file of the user's stands where the result goes", "echo mine >mine; ln -s mine words.reduced.txt; run; s=$?; [ \"$(cat mine)\" = mine ] && rm words.reduced.txt && exit $s")
        .ends(&[error(2, &["words.reduced.txt", "--output"])]),
    fault("result-edited", "the user edits the result in the middle", "run --sandbox off; s=$?; grep -q mine words.reduced.txt && rm words.reduced.txt && exit $s")
        .test("[ -s $S/words.reduced.txt ] && mkdir $S/did 2>/dev/null && echo mine >>$S/words.reduced.txt\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt")
        .ends(&[error(3, &["was changed by another program during the run, so it is not replaced"]), error(0, &["was changed by another program during the run, so it is not replaced"])]),
    fault("result-becomes-a-folder", "a folder takes the place of the result in the middle", "run --sandbox off; s=$?; [ -e words.reduced.txt/mine ] && rm -r words.reduced.txt && exit $s")
        .test("[ -s $S/words.reduced.txt ] && mkdir $S/did 2>/dev/null && rm $S/words.reduced.txt && mkdir $S/words.reduced.txt && touch $S/words.reduced.txt/mine\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt")
        .ends(&[error(0, &["was changed by another program during the run, so it is not replaced; the result is written to"])]),
    fault("output-is-input", "--output names the input", "run -o words.txt").ends(&[error(2, &["would replace the input", "--in-place"])]),
    fault("output-is-input-by-a-link", "--output names the input by another name", "ln -s words.txt link; run -o link").ends(&[error(2, &["would replace the input", "--in-place"])]),
    fault("output-is-test", "--output names the test", "cp test.sh was; run -o test.sh; s=$?; cmp was test.sh && exit $s").ends(&[error(2, &["exists and was not written by this session"])]),
    fault("output-folder-missing", "--output lies in a folder that is not there", "run -o none/r.txt").ends(&[error(2, &["there is no directory", "mkdir -p"])]),
    fault("output-in-a-file", "--output lies below a file", "run -o test.sh/r.txt").ends(&[error(2, &["test.sh"]), error(3, &["test.sh"])]),
    fault("in-place-backup-exists", "--in-place where the backup's name is taken", "echo mine >words.txt.orig; run --in-place; s=$?; [ \"$(cat words.txt.orig)\" = mine ] && exit $s")
        .ends(&[error(2, &["words.txt.orig exists", "move it away"])]),
    fault("in-place-killed", "--in-place, killed in the middle; the backup is the original", "cp words.txt was; begin -q --in-place; until_true [ -e words.txt.orig ]; kill -9 $p; wait $p; cmp was words.txt.orig && run --in-place --resume && cmp was words.txt.orig && mv words.txt words.reduced.txt && cp was words.txt")
        .test(SLOW),
    fault("in-place-linked", "--in-place on a file with a second name", "cp words.txt was; ln words.txt second; run --in-place; s=$?; cmp was second && cmp was words.txt.orig && mv words.txt words.reduced.txt && cp was words.txt && exit $s"),
    fault("in-place-symlink", "--in-place on a symbolic link", "cp words.txt was; mv words.txt real; ln -s real words.txt; run --in-place; s=$?; [ -L words.txt ] && mv real words.reduced.txt && rm words.txt && cp was words.txt && exit $s"),
    fault("in-place-edited", "--in-place, and the user edits the input in the middle", "run --in-place --sandbox off; s=$?; grep -q mine words.txt && exit $s")
        .test("[ -e $S/words.txt.orig ] && ! cmp -s $S/words.txt $S/words.txt.orig && [ ! -e $S/did ] && echo mine >>$S/words.txt && mkdir $S/did\ngrep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt")
        .changes_input()
        .ends(&[error(0, &["was changed by another program during the run, so it is not replaced; the result is written to"])]),
    fault("second-run", "a second run after the first", "run -q; run"),
    fault("second-run-after-part", "a whole run after one that was cut off, without --resume", "run -q --max-trials 5; run"),
    fault("result-removed-between-runs", "the result is removed between two runs", "run -q; rm words.reduced.txt; run --resume").ends(&[SAME, same(&[])]),
];

/// The same result, by another run, and this status of ours.
const fn same_status(status: i32, says: &'static [&'static str]) -> crate::fault::End {
    crate::fault::End { status, says, then: crate::fault::Then::Same }
}
