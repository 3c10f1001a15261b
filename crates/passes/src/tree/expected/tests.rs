//! Tests of the pass.

use dwindle_reduce::{Ask, Document, Event, File, FindingState, Plan, Reducer, ReducerOptions, Verdict};

use super::Expected;
use super::pass::ENTRY;
use crate::testing::{best_options, contains, reduce_file};

/// Reduces a text whose test looks for `wanted`, and for `needed`.
fn reduced(path: &str, before: &str, wanted: &str, needed: &[&str]) -> (String, usize) {
    let mut options = best_options();
    options.expected = Expected::of_texts([wanted]);
    let (left, n_trials) = reduce_file(&ENTRY.pass(&options), path, before, |text| {
        text.contains(wanted) && needed.iter().all(|needed| text.contains(needed))
    });
    (left.split_whitespace().collect::<Vec<_>>().join(" "), n_trials)
}

#[test]
fn the_text_takes_the_place_of_what_computes_it_in_one_trial() {
    let cases = [
        (
            "a.c",
            "int f(void) { return 7; }\nint main(void) {\n  int a = f();\n  printf(\"sum: %d of %d\\n\", a, 9);\n  return 0;\n}\n",
            "return 0;",
        ),
        (
            "a.go",
            "package main\n\nfunc f() int { return 7 }\n\nfunc main() {\n\ta := f()\n\tfmt.Printf(\"sum: %d of %d\\n\", a, 9)\n\tg()\n}\n",
            "g()",
        ),
        (
            "a.rs",
            "fn f() -> i32 { 7 }\nfn main() {\n    let a = f();\n    println!(\"sum: {} of {}\", a, 9);\n    g();\n}\n",
            "g()",
        ),
        ("a.py", "def f():\n    return 7\n\na = f()\nprint(f\"sum: {a} of {9}\")\ng()\n", "g()"),
        ("a.py", "def f():\n    return 7\n\na = f()\nprint('sum: %d of %d' % (a, 9))\ng()\n", "g()"),
        ("a.py", "def f():\n    return 7\n\na = f()\nprint('sum: {} of {}'.format(a, 9))\ng()\n", "g()"),
        (
            "a.ts",
            "function f() { return 7; }\nconst a = f();\nconsole.log(`sum: ${a} of ${9}`);\ng();\n",
            "g()",
        ),
        (
            "a.ts",
            "function f() { return 7; }\nconst a = f();\nconsole.log('sum:', a, 'of', 9);\ng();\n",
            "g()",
        ),
        (
            "A.java",
            "class A {\n  static int f() { return 7; }\n  static void h() {\n    int a = f();\n    System.out.println(\"sum: \" + a + \" of \" + 9);\n    g();\n  }\n}\n",
            "g()",
        ),
        (
            "a.cpp",
            "int f() { return 7; }\nint main() {\n  int a = f();\n  std::cout << \"sum: \" << a << \" of \" << 9 << \"\\n\";\n  g();\n}\n",
            "g()",
        ),
        (
            "a.ml",
            "let f () = 7\n\nlet () =\n  let a = f () in\n  Printf.printf \"sum: %d of %d\\n\" a 9;\n  g ()\n",
            "g ()",
        ),
        ("a.rb", "def f\n  7\nend\na = f\nputs \"sum: #{a} of #{9}\"\ng()\n", "g()"),
        (
            "a.lua",
            "local function f() return 7 end\nlocal a = f()\nprint(\"sum: \" .. a .. \" of \" .. 9)\ng()\n",
            "g()",
        ),
        (
            "a.hs",
            "f :: Int\nf = 7\n\nmain :: IO ()\nmain = do\n  putStrLn (\"sum: \" ++ show f ++ \" of \" ++ show 9)\n  g\n",
            "g",
        ),
        (
            "a.hs",
            "f :: Int\nf = 7\n\nmain :: IO ()\nmain = do\n  printf \"sum: %d of %d\\n\" f 9\n  g\n",
            "g",
        ),
        ("a.php", "<?php\nfunction f() { return 7; }\n$a = f();\necho \"sum: $a of \" . 9;\ng();\n", "g()"),
        (
            "a.cs",
            "class A {\n  static int f() { return 7; }\n  static void Main() {\n    int a = f();\n    Console.WriteLine($\"sum: {a} of {9}\");\n    g();\n  }\n}\n",
            "g()",
        ),
    ];
    for (path, before, needed) in cases {
        let (left, n_trials) = reduced(path, before, "sum: 7 of 9", &[needed]);
        assert!(left.contains("sum: 7 of 9"), "{path}: {left}");
        assert!(
            !left.contains("f()") && !left.contains("return 7") && !left.contains(" a "),
            "{path}: {left}"
        );
        // The text, and what is beside it, with and without the last statement.
        assert!(n_trials <= 4, "{path}: {n_trials}");
    }
}

#[test]
fn everything_beside_it_goes_at_once() {
    let lines: String = (0..40).map(|at| format!("  h({at});\n")).collect();
    let before = format!("int main(void) {{\n{lines}  printf(\"sum: %d\\n\", g());\n  return 0;\n}}\n");
    let (left, n_trials) = reduced("a.c", &before, "sum: 7", &["main", "return 0"]);
    assert!(!left.contains("h("), "{left}");
    assert!(n_trials <= 4, "{n_trials}");
}

#[test]
fn a_text_whose_words_are_nowhere_is_never_tried() {
    let (left, n_trials) =
        reduced("a.c", "int main(void) { printf(\"sum: %d\\n\", 7); }\n", "internal error", &[]);
    assert!(left.contains("%d"), "{left}");
    assert_eq!(n_trials, 0);
}

#[test]
fn where_nothing_can_be_put_the_pass_ends_soon() {
    let lines: String =
        (0..100).map(|at| format!("  printf(\"sum {at}: %d of %d\\n\", g({at}), {at});\n")).collect();
    let before = format!("int main(void) {{\n{lines}}}\n");
    let (left, n_trials) = reduced("a.c", &before, "sum: 7 of 9", &["never there"]);
    assert!(left.contains("%d"));
    assert!(n_trials <= 12, "{n_trials}");
}

#[test]
fn what_inserted_words_name_goes_along() {
    let before = "package main\n\nfunc main() {\n\tsum := f()\n\tfmt.Printf(\"sum: %d\\n\", sum)\n\tg()\n}\n";
    let (left, _) = reduced("a.go", before, "sum: 7", &["g()"]);
    assert!(!left.contains("f()"), "{left}");
}

#[test]
fn each_text_that_was_written_is_a_finding() {
    let mut options = best_options();
    options.expected = Expected::of_texts(["sum: 7", "left over"]);
    let files = [
        ("a.py", "import m\n\nprint(f\"left over {m.f()}\")\n"),
        ("b.py", "def f():\n    return 7\n\n\ng()\nprint(f\"sum: {f()}\")\n"),
    ];
    let files = files.map(|(path, text)| File::new(path, text.as_bytes().to_vec()));
    let document = Document::new(files);
    let mut reducer = Reducer::new(&document, &Plan::pass(ENTRY.pass(&options)), ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let files = trial.candidate.render().files();
        let is_held = files.iter().any(|file| file.bytes().windows(7).any(|part| part == b"sum: 7\""));
        reducer.tell(trial.id, if is_held { Verdict::Interesting } else { Verdict::Boring });
    }
    let mut written: Vec<String> = Vec::new();
    while let Some(event) = reducer.poll_event() {
        if let Event::Finding { finding, .. } = event {
            assert_eq!(finding.state, FindingState::Written);
            written.push(finding.place);
        }
    }
    assert_eq!(written, ["\"sum: 7\" for f\"sum: {f()}\"", "\"left over\" for f\"left over {m.f()}\""]);
}

#[test]
fn what_is_put_together_from_several_literals_is_printed_where_the_program_begins() {
    let cases = [
        (
            "a.rb",
            "def pad(a)\n  \"#{a} Lights\"\nend\n\ndef main\n  desk = pad('Northern')\n  puts 'Report'\n  puts desk + 'open loans'\n  [1].each { |m| puts m }\nend\n\nmain if $PROGRAM_NAME == __FILE__\n",
            "Northern Lights\nNo open loans",
        ),
        (
            "a.php",
            "<?php\nfunction run($a) {\n  printf(\"%s > %s\\n\", $a, 'Lights');\n}\nfunction main() {\n  $a = ['Northern', 'open'];\n  echo \"Report\\n\";\n  run($a[0]);\n  echo 'error: ', 'loans', \"\\n\";\n}\nmain();\n",
            "Northern > Lights open 7 loans",
        ),
        (
            "A.java",
            "class A {\n  static String f(String a) {\n    return a + \"Lights\";\n  }\n  public static void main(String[] args) {\n    String a = f(\"Northern\");\n    System.out.println(\"Report\");\n    System.out.println(a);\n  }\n}\n",
            "Northern Lights 7",
        ),
    ];
    for (path, before, wanted) in cases {
        let mut options = best_options();
        options.expected = Expected::of_lines(wanted.as_bytes());
        let printed = wanted.replace('\n', "\\n");
        let needed = [&*printed, "main"];
        let (left, n_trials) = reduce_file(&ENTRY.pass(&options), path, before, contains(&needed));
        assert!(left.contains(&printed) && n_trials <= 4, "{path}: {n_trials} {left}");
        assert!(!left.contains("Report") && !left.contains("'Northern'") && !left.contains("(a"), "{left}");
    }
}

/// A test script; what lines begin with that the program prints, if it is made to print; words and
/// numbers of the message.
type Understood = (&'static str, Option<&'static str>, &'static [&'static str], &'static [&'static str]);

const SCRIPTS: &[Understood] = &[
    (
        "java A 2>err\ngrep -q '^Exception in thread \"main\" java.lang.ArithmeticException' err",
        None,
        &["arithmeticexception"],
        &[],
    ),
    (
        "./a 2>&1 | grep -q '^Fatal error: exception Invalid_argument(\"index out of bounds\")'",
        None,
        &["index", "bounds"],
        &[],
    ),
    (
        "./a 2>&1 | grep -q '^panic: runtime error: index out of range \\[7\\] with length 7'",
        None,
        &["range"],
        &["7"],
    ),
    (
        "./a 2>&1 | grep -qE '^thread .main. panicked at .*: index out of bounds: the len is 3'",
        None,
        &["bounds"],
        &["3"],
    ),
    (
        "python3 a.py 2>&1 | tail -1 | grep -qx 'ZeroDivisionError: division by zero'",
        None,
        &["division"],
        &[],
    ),
    (
        "out=$(./a 2>&1)\ncase \"$out\" in *'attempt to subtract with overflow'*) exit 0;; esac\nexit 1",
        None,
        &["subtract"],
        &[],
    ),
    (
        "! ./a >out 2>err && grep -q \"terminate called after throwing an instance of 'std::out_of_range'\" err",
        None,
        &["terminate"],
        &[],
    ),
    ("./a 2>err\ntest $? -eq 134 && grep -q 'stack smashing detected' err", None, &["smashing"], &[]),
    ("./a | grep -q '^total: '", Some("total:"), &[], &[]),
    (
        "test \"$(./a | sed -n 's/^sum = //p')\" != \"$(./b | sed -n 's/^sum = //p')\"",
        Some("sum ="),
        &[],
        &[],
    ),
    ("./a | grep -qx 'balance: 17 cents'", None, &["balance"], &["17"]),
    ("gcc -O0 a.c -o a && gcc -O2 a.c -o b && ./a >x && ./b >y && ! cmp -s x y", Some(""), &[], &[]),
    ("gcc -O0 a.c -o a && gcc -O2 a.c -o b && ! diff <(./a) <(./b) >/dev/null", Some(""), &[], &[]),
    (
        "node a.js 2>&1 | grep -q 'TypeError: Cannot read properties of undefined'",
        None,
        &["properties", "undefined"],
        &[],
    ),
];

#[test]
fn scripts_are_understood_as_people_write_them() {
    for (script, printed, words, numbers) in SCRIPTS {
        let expected = Expected::of_script(format!("#!/bin/sh\n{script}\n").as_bytes());
        let values = expected.values();
        assert_eq!(values.printed.as_deref(), *printed, "{script}");
        for word in *words {
            assert!(values.mention(&[(*word).to_owned()]), "{word}: {script}: {values:?}");
        }
        assert_eq!(values.numbers, *numbers, "{script}");
    }
}
