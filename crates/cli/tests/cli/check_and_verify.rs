//! `dwindle check`, `dwindle verify` and the listings: their output and exit status.

use crate::fixture::Fixture;

/// A test that needs two lines.
const TWO_WORDS: &str = "grep -q 'line 42 ' words.txt && grep -q 'line 123 ' words.txt";

#[test]
fn check_shows_each_run_and_the_verdict() {
    let fixture = Fixture::new(TWO_WORDS);
    let seen = fixture.run(&["check", "test.sh", "words.txt"]).check(0);
    for text in
        ["the original again", "an empty input", "exit status 0", "exit status 1", "is fit for a reduction"]
    {
        assert!(seen.stdout.contains(text), "{text}: {}", seen.stdout);
    }
}

#[test]
fn check_exits_with_1_when_the_original_is_not_interesting() {
    let fixture = Fixture::new("echo nothing to see; exit 7");
    let seen = fixture.run(&["check", "test.sh", "words.txt"]).check(1);
    assert!(
        seen.stdout.contains("exit status 7") && seen.stdout.contains("| nothing to see"),
        "{}",
        seen.stdout
    );
}

#[test]
fn a_missing_neighbour_file_is_named() {
    let fixture = Fixture::new("grep -q yes answer.txt && grep -q 42 words.txt");
    fixture.write("answer.txt", "yes\n");
    let seen = fixture.run(&["check", "test.sh", "words.txt"]).check(1);
    assert!(seen.stdout.contains("--with answer.txt"), "{}", seen.stdout);
    fixture.run(&["check", "--with", "answer.txt", "test.sh", "words.txt"]).check(0);
}

#[test]
fn the_check_does_not_run_in_the_users_directory() {
    let fixture = Fixture::new("echo overwritten >notes.txt; exit 1");
    fixture.write("notes.txt", "mine");
    fixture.run(&["check", "test.sh", "words.txt"]).check(1);
    assert_eq!(fixture.read("notes.txt"), "mine");
}

#[test]
fn verify_lists_what_could_still_be_removed() {
    let fixture = Fixture::new("grep -q 42 small.txt && grep -q seven small.txt");
    fixture.write("small.txt", "42 is\nnot seven\n");
    let seen = fixture.run(&["verify", "-j", "4", "test.sh", "small.txt"]).check(1);
    assert_eq!(
        seen.stdout,
        "small.txt:1:4: is\nsmall.txt:2:1: not\n2 could still be removed, 4 single units and 3 syntax nodes were tried\n"
    );
    fixture.write("small.txt", "42\nseven\n");
    let seen = fixture.run(&["verify", "-j", "4", "test.sh", "small.txt"]).check(0);
    assert!(
        seen.stdout.starts_with("1-minimal and 1-tree-minimal: none of 2 single units and "),
        "{}",
        seen.stdout
    );
}

#[test]
fn verify_does_not_test_text_that_is_kept() {
    let fixture = Fixture::new("grep -q 42 small.txt");
    fixture.write("small.txt", "42\nseven\n");
    fixture.run(&["verify", "test.sh", "small.txt"]).check(1);
    fixture.run(&["verify", "test.sh", "small.txt", "--keep", "seven"]).check(0);
}

#[test]
fn verify_tests_every_byte_of_a_binary_file() {
    let fixture = Fixture::new("test $(tr -d x <small.bin | tr '\\0' y) = ayyyb");
    fixture.write("small.bin", b"a\0\0\0b");
    let seen = fixture.run(&["verify", "-j", "2", "test.sh", "small.bin"]).check(0);
    assert_eq!(seen.stdout, "1-minimal: none of 5 single units can be removed\n");
    fixture.write("small.bin", b"axx\0\0\0b");
    let seen = fixture.run(&["verify", "-j", "2", "test.sh", "small.bin"]).check(1);
    assert_eq!(seen.stdout, "small.bin:1:2: x\n1 could still be removed, 7 single units were tried\n");
}

#[test]
fn verify_names_the_syntax_nodes_that_could_still_be_removed() {
    let fixture = Fixture::new("grep -q keep a.c && grep -q return a.c");
    fixture.write("a.c", "int keep;\nint f(int b) { return 1 + b; }\n");
    let seen = fixture.run(&["verify", "test.sh", "a.c"]).check(1);
    assert!(seen.stdout.contains("a.c:2:23: binary_expression 1 + b\n"), "{}", seen.stdout);
    let fixture = Fixture::new("grep -q '^int keep;$' a.c");
    fixture.write("a.c", "int keep;\n");
    let seen = fixture.run(&["verify", "test.sh", "a.c"]).check(0);
    assert!(seen.stdout.starts_with("1-minimal and 1-tree-minimal: none of "), "{}", seen.stdout);
}

#[test]
fn wrong_usage_exits_with_2_and_a_help_line() {
    let fixture = Fixture::new(TWO_WORDS);
    fixture.run(&["test.sh"]).check(2).says(&["only one path", "help: name the file to reduce"]);
    fixture.run(&["words.txt", "test.sh"]).check(2).says(&["did you mean", "test.sh words.txt"]);
    fixture.run(&["check", "test.sh", "missing.txt"]).check(2).says(&["missing.txt", "No such file"]);
    fixture.run(&["--no-such-option"]).check(2).says(&["--no-such-option", "Usage: dwindle"]);
    fixture.run(&["test.sh", "words.txt", "--plan", "lines,wrods"]).check(2).says(&["did you mean `words`"]);
    fixture.run(&["passes", "nonsense"]).check(2).says(&["dwindle passes"]);
    fixture.run(&[]).check(2).says(&["Usage: dwindle"]);
}

#[test]
fn a_missing_interpreter_exits_with_3() {
    let fixture = Fixture::new("");
    fixture.write("test.sh", "#!/no/such/shell\nexit 0\n");
    fixture.run(&["check", "test.sh", "words.txt"]).check(3).says(&["/no/such/shell", "help: "]);
}

#[test]
fn listings_are_written_to_stdout() {
    let fixture = Fixture::new("");
    assert!(fixture.run(&["passes"]).check(0).stdout.contains("  lines "));
    assert!(fixture.run(&["passes", "text"]).check(0).stdout.starts_with("text: "));
    assert!(fixture.run(&["algorithms"]).check(0).stdout.contains("  ddmin "));
    assert!(fixture.run(&["completions", "bash"]).check(0).stdout.contains("_dwindle"));
    assert!(fixture.run(&["man"]).check(0).stdout.contains(".TH dwindle 1"));
}

#[test]
fn a_test_with_the_name_of_a_subcommand_is_named_with_its_directory() {
    let fixture = Fixture::new("");
    fixture.script("check", TWO_WORDS);
    fixture.run(&["check", "check", "words.txt"]).check(0);
    fixture.run(&["check", "words.txt"]).check(2);
}

#[test]
fn outputs_that_differ_only_in_white_space_are_noticed() {
    let fixture = Fixture::new("");
    fixture.write("n.txt", "3\n12\nabc\n100200300400500600700\nxy 7\n");
    // It rounds numbers of 20 digits or more, and adds a space to each line.
    fixture.script("round.sh", "sed 's/[0-9]\\{20,\\}/1e20/; s/$/ /' <\"$1\"");
    let round = fixture.path("round.sh").to_str().unwrap().to_owned() + " {}";
    let seen = fixture.run(&["n.txt", "--differs-from", &round, "--", "cat {}"]).check(0);
    seen.says(&["writes more than other white space"]);
    let result = fixture.read("n.reduced.txt");
    assert!(20 <= result.trim().len() && result.trim().bytes().all(|byte| byte.is_ascii_digit()), "{result}");

    fixture.script("spaced.sh", "sed 's/$/ /' <\"$1\"");
    let spaced = fixture.path("spaced.sh").to_str().unwrap().to_owned() + " {}";
    let seen = fixture.run(&["n.txt", "--differs-from", &spaced, "--", "cat {}"]).check(1);
    seen.says(&["nothing of the input would be kept", "--stdout-contains"]);
}

#[test]
fn an_input_that_the_test_can_not_find_or_that_is_empty_is_explained() {
    let fixture = Fixture::new("grep -q 42 deep/words.txt");
    fixture.write("empty.txt", "");
    fixture.run(&["test.sh", "empty.txt"]).check(1).says(&["the input is empty"]);
    std::fs::create_dir(fixture.path("deep")).unwrap();
    fixture.write("deep/words.txt", "42\n");
    let seen = fixture.run(&["test.sh", "deep/words.txt"]).check(1);
    seen.says(&["the test names deep/words.txt", "it is words.txt where the test starts"]);
    fixture.script("other.sh", "grep -q 42 \"$1\"");
    fixture.run(&["other.sh", "deep"]).check(1).says(&["a copy of it, whose path is $1"]);
}
