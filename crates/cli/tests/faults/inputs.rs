//! Inputs that are no file, or no file that anybody would write.

use crate::fault::{Family, Fault, SAME, error, fault, partial};

pub const FAMILY: Family = Family { title: "inputs", faults: FAULTS };

const FAULTS: &[Fault] = &[
    fault("input-missing", "the input does not exist", "\"$D\" argument.sh none.txt").ends(&[error(2, &["none.txt", "can't be read: No such file"])]),
    fault("input-empty", "the input is empty", ": >e.txt; echo true >>one.sh; \"$D\" argument.sh e.txt").ends(&[error(1, &["e.txt"]), error(2, &["e.txt"])]),
    fault("input-empty-interesting", "the input is empty and interesting", ": >e.txt; printf '#!/bin/sh\\n' >yes.sh; chmod +x yes.sh; \"$D\" yes.sh e.txt")
        .ends(&[error(0, &["e.txt"]), error(1, &["e.txt"]), error(2, &["e.txt"])]),
    fault("input-not-interesting", "the input is not interesting", "echo nothing >n.txt; \"$D\" argument.sh n.txt").ends(&[error(1, &["n.txt"])]),
    fault("input-fifo", "the input is a named pipe", "mkfifo f; \"$D\" argument.sh f").ends(&[error(2, &["can be read only once", "copy it into a file"])]),
    fault("input-device", "the input is /dev/zero", "\"$D\" argument.sh /dev/zero").ends(&[error(2, &["can be read only once", "copy it into a file"])]),
    fault("input-null", "the input is /dev/null", "\"$D\" argument.sh /dev/null").ends(&[error(2, &["copy it into a file"])]),
    fault("input-stdin", "the input is -", "\"$D\" argument.sh - -o words.reduced.txt <words.txt").ends(&[partial(0, &["nothing more was found"])]),
    fault("input-dangling", "the input is a link to nothing", "ln -s none l; \"$D\" argument.sh l").ends(&[error(2, &["`l` can't be read: No such file"])]),
    fault("input-link-loop", "the input is a link to itself", "ln -s l l; \"$D\" argument.sh l").ends(&[error(2, &["`l` can't be read: Too many levels of symbolic links"])]),
    fault("input-link", "the input is a link to a file", "ln -s words.txt l.txt; \"$D\" argument.sh l.txt -o words.reduced.txt"),
    fault("input-twice", "the input is named twice", "run words.txt").ends(&[error(2, &["is named twice", "name it once"])]),
    fault("input-twice-by-a-link", "the input is named twice, once by a link", "ln -s words.txt l.txt; run l.txt")
        .ends(&[error(2, &["named twice"]), partial(0, &[]), error(0, &[])]),
    fault("input-is-test", "the input is the test", "\"$D\" test.sh test.sh").ends(&[error(1, &["test.sh"]), error(2, &["test.sh"]), error(0, &["test.sh"])]),
    fault("input-nothing", "no input is named", "\"$D\" test.sh").ends(&[error(2, &["Usage"]), error(2, &["input"])]),
    fault("folder-empty", "the input is an empty folder", "mkdir d; \"$D\" argument.sh d").ends(&[error(2, &["there are no files in d"])]),
    fault("folder-loop", "a link in the folder leads back to it", "mkdir d; cp words.txt d; ln -s . d/loop; \"$D\" argument.sh d")
        .ends(&[error(2, &["is a symbolic link to the directory", "replace it by a copy"])]),
    fault("folder-dangling", "a link in the folder leads to nothing", "mkdir d; cp words.txt d; ln -s none d/l; \"$D\" test.sh d -o r; s=$?; cp r/words.txt words.reduced.txt; exit $s")
        .ends(&[SAME, error(2, &["d/l"])]),
    fault("folder-with-fifo", "a named pipe lies in the folder", "mkdir d; cp words.txt d; mkfifo d/f; \"$D\" test.sh d -o r; s=$?; cp r/words.txt words.reduced.txt; exit $s")
        .ends(&[SAME, error(2, &["d/f"])]),
    fault("folder-root", "the input is /", "\"$D\" argument.sh /").ends(&[error(2, &["has no name"]), error(2, &["cannot read"])]),
    fault("folder-of-the-output", "the output lies in the input", "mkdir d; cp words.txt d; \"$D\" test.sh d -o d/r").ends(&[error(2, &["lies inside the input", "choose another --output"])]),
    fault("folder-deep", "folders 200 deep", "(for i in $(seq 200); do mkdir d; cd d; done; cp $S/words.txt .); \"$D\" test.sh d; s=$?; cp $(find d.reduced -name words.txt) words.reduced.txt; exit $s")
        .test("f=$(find . -name words.txt)\ngrep -q 'line 7 ' \"$f\" && grep -q 'line 42 ' \"$f\""),
    fault("folder-many", "a folder of 2,000 empty files and the input", "mkdir d; (cd d; seq 2000 | xargs touch; cp ../words.txt .); \"$D\" test.sh d -o r; s=$?; cp r/words.txt words.reduced.txt; exit $s"),
    fault("line-huge", "a line of 3 MB", "(cat words.txt; head -c 3000000 /dev/zero | tr '\\0' x) >h.txt; \"$D\" argument.sh h.txt -o words.reduced.txt")
        .ends(&[SAME, partial(0, &[])]),
    fault("bytes-zero", "10 KB of zeros and the input", "(head -c 10000 /dev/zero; cat words.txt) >z.bin; \"$D\" argument.sh z.bin -o words.reduced.txt")
        .ends(&[SAME, partial(0, &[])]),
    fault("blank-lines", "20,000 blank lines and the input", "(yes '' | head -20000; cat words.txt) >b.txt; \"$D\" argument.sh b.txt -o words.reduced.txt"),
    fault("windows-lines", "Windows line ends", "sed 's/$/\\r/' words.txt >w.txt; \"$D\" argument.sh w.txt -o r.txt && tr -d '\\r' <r.txt >words.reduced.txt")
        .ends(&[partial(0, &["w.txt"])]),
    fault("no-last-line-end", "the last line has no end", "head -c -1 words.txt >n.txt; \"$D\" argument.sh n.txt -o words.reduced.txt")
        .ends(&[SAME, partial(0, &[])]),
    fault("byte-order-mark", "a byte order mark stands in front", "(printf '\\357\\273\\277'; cat words.txt) >m.txt; \"$D\" argument.sh m.txt -o words.reduced.txt"),
    fault("not-utf8", "every line has bytes that are not UTF-8", "sed 's/some/so\\xff\\xfeme/' words.txt >u.txt; \"$D\" argument.sh u.txt -o words.reduced.txt"),
    fault("input-grows", "the input is being written while it is read", "(while :; do echo more >>g.txt; done) & p=$!; cat words.txt >>g.txt; sleep 0.2; \"$D\" argument.sh g.txt -o words.reduced.txt; s=$?; kill $p; wait; exit $s"),
];
