//! Names that nobody would choose.

use crate::fault::{Family, Fault, SAME, error, fault, partial};

pub const FAMILY: Family = Family { title: "names", faults: FAULTS };

/// Without the extension the input is another kind of text.
const TEXT: &[crate::fault::End] = &[partial(0, &[])];

const FAULTS: &[Fault] = &[
    fault("name-newline", "a line end in the input's name", "named $'a\\nb.txt'"),
    fault("name-space", "spaces around the input's name", "named ' a b .txt '").ends(TEXT),
    fault(
        "name-dash",
        "the input's name begins with a dash",
        "cp words.txt ./-o; \"$D\" -o words.reduced.txt argument.sh ./-o",
    )
    .ends(TEXT),
    fault("name-not-utf8", "the input's name is not UTF-8", "named $'a\\xff\\xfe.txt'"),
    fault(
        "name-escape",
        "escape sequences for terminals in the input's name",
        "named $'\\e[31mred\\e]0;title\\a.txt'",
    ),
    fault(
        "name-quotes",
        "quotes and dollars in the input's name",
        "named 'a'\"'\"'b\"c$(touch did)`touch did`.txt'; [ ! -e did ]",
    ),
    fault("name-braces", "{} as the input's name", "named '{}'").ends(TEXT),
    fault("name-backslash", "a backslash in the input's name", "named 'a\\b.txt'"),
    fault("name-dots", "the input's name is three dots", "named ...").ends(TEXT),
    fault("name-hidden", "the input is a hidden file", "named .words").ends(TEXT),
    fault(
        "name-wide",
        "emoji and a right-to-left mark in the input's name",
        "named $'\\xe2\\x80\\xae🦀.txt'",
    ),
    fault("name-tab", "a tab and a carriage return in the input's name", "named $'a\\tb\\r.txt'"),
    fault("name-245", "245 bytes of name", "named \"$(printf 'x%.0s' $(seq 241)).txt\"").ends(&[SAME]),
    fault(
        "name-255",
        "255 bytes of name, as long as there are",
        "named \"$(printf 'x%.0s' $(seq 251)).txt\"",
    )
    .ends(&[SAME]),
    fault("name-of-a-command", "the input is called check", "named check").ends(TEXT),
    fault(
        "test-newline",
        "a line end in the test's name",
        "cp test.sh $'t\\n.sh'; \"$D\" $'t\\n.sh' words.txt",
    ),
    fault(
        "test-not-utf8",
        "the test's name is not UTF-8",
        "cp test.sh $'t\\xff.sh'; \"$D\" $'t\\xff.sh' words.txt",
    ),
    fault("test-dash", "the test's name begins with a dash", "cp test.sh ./-q; \"$D\" ./-q words.txt"),
    fault("test-of-a-command", "the test is called check", "cp test.sh check; \"$D\" ./check words.txt"),
    fault(
        "folder-newline",
        "everything lies in a folder with a line end in its name",
        "mkdir $'d\\ne'; cp words.txt test.sh $'d\\ne'; cd $'d\\ne'; run -o ../words.reduced.txt",
    ),
    fault(
        "folder-not-utf8",
        "everything lies in a folder whose name is not UTF-8",
        "mkdir $'d\\xff'; cp words.txt test.sh $'d\\xff'; cd $'d\\xff'; run -o ../words.reduced.txt",
    ),
    fault(
        "tree-of-odd-names",
        "a folder with a file of each kind of name",
        "mkdir d; cp words.txt d; for n in $'a\\nb' $'\\xff' ' ' '-x' $'\\e[2J' '*'; do echo x >\"d/$n\"; done; \"$D\" test.sh d -o r; s=$?; cp r/words.txt words.reduced.txt; exit $s",
    ),
    fault(
        "output-odd",
        "the output's name is not UTF-8 and has a line end",
        "run -o $'r\\n\\xff'; s=$?; mv $'r\\n\\xff' words.reduced.txt; exit $s",
    ),
    fault(
        "summary-odd",
        "names that are not UTF-8 with --summary and --format json",
        "cp words.txt $'w\\xff.txt'; \"$D\" argument.sh $'w\\xff.txt' -o words.reduced.txt --summary s.json --format json >events",
    ),
    fault(
        "server-newline",
        "a line end in the input's name, with --server",
        "cp words.txt $'a\\nb.txt'; \"$D\" --server 'while read p; do echo interesting; done' $'a\\nb.txt'",
    )
    .ends(&[error(3, &["cannot be asked about"]), error(2, &["cannot be asked about"])]),
    fault("option-odd", "an option that is no option, with an escape sequence", "run $'--\\e[31m'")
        .ends(&[error(2, &["unexpected argument"])]),
    fault("option-not-utf8", "an option that is not UTF-8", "run $'--plan=\\xff'")
        .ends(&[error(2, &["--plan"]), error(2, &["UTF-8"])]),
    fault(
        "path-long",
        "a path of 3,000 bytes to the input",
        "p=.; for i in $(seq 1499); do p=$p/.; done; \"$D\" argument.sh $p/words.txt -o words.reduced.txt",
    )
    .ends(&[SAME, partial(0, &[])]),
];
