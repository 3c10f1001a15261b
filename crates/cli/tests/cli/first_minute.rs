//! What the program says when a test is not fit for a reduction, and what it exits with.

use crate::scene::Scene;

/// Interesting is what holds two words.
const TWO_WORDS: &str = "grep -q 'line 42 ' words.txt && grep -q 'line 123 ' words.txt";

#[test]
fn check_shows_each_run_and_the_verdict() {
    let scene = Scene::new(TWO_WORDS);
    let seen = scene.run(&["check", "test.sh", "words.txt"]).check(0);
    for text in
        ["the original again", "an empty input", "exit status 0", "exit status 1", "is fit for a reduction"]
    {
        assert!(seen.stdout.contains(text), "{text}: {}", seen.stdout);
    }
}

#[test]
fn check_exits_with_1_when_the_original_is_not_interesting() {
    let scene = Scene::new("echo nothing to see; exit 7");
    let seen = scene.run(&["check", "test.sh", "words.txt"]).check(1);
    assert!(
        seen.stdout.contains("exit status 7") && seen.stdout.contains("| nothing to see"),
        "{}",
        seen.stdout
    );
}

#[test]
fn a_test_that_works_only_beside_another_file_is_told_which_one() {
    let scene = Scene::new("grep -q yes answer.txt && grep -q 42 words.txt");
    scene.write("answer.txt", "yes\n");
    let seen = scene.run(&["check", "test.sh", "words.txt"]).check(1);
    assert!(seen.stdout.contains("--with answer.txt"), "{}", seen.stdout);
    scene.run(&["check", "--with", "answer.txt", "test.sh", "words.txt"]).check(0);
}

#[test]
fn nothing_runs_among_the_users_own_files() {
    let scene = Scene::new("echo overwritten >notes.txt; exit 1");
    scene.write("notes.txt", "mine");
    scene.run(&["check", "test.sh", "words.txt"]).check(1);
    assert_eq!(scene.read("notes.txt"), "mine");
}

#[test]
fn verify_lists_what_could_still_go() {
    let scene = Scene::new("grep -q 42 small.txt && grep -q seven small.txt");
    scene.write("small.txt", "42 is\nnot seven\n");
    let seen = scene.run(&["verify", "-j", "4", "test.sh", "small.txt"]).check(1);
    assert_eq!(
        seen.stdout,
        "small.txt:1:4: is\nsmall.txt:2:1: not\n2 could still go, 4 single units and 3 syntax nodes were tried\n"
    );
    scene.write("small.txt", "42\nseven\n");
    let seen = scene.run(&["verify", "-j", "4", "test.sh", "small.txt"]).check(0);
    assert!(
        seen.stdout.starts_with("1-minimal and 1-tree-minimal: none of 2 single units and "),
        "{}",
        seen.stdout
    );
}

#[test]
fn verify_leaves_alone_what_is_kept() {
    let scene = Scene::new("grep -q 42 small.txt");
    scene.write("small.txt", "42\nseven\n");
    scene.run(&["verify", "test.sh", "small.txt"]).check(1);
    scene.run(&["verify", "test.sh", "small.txt", "--keep", "seven"]).check(0);
}

#[test]
fn verify_counts_every_byte_of_a_binary_file() {
    let scene = Scene::new("test $(tr -d x <small.bin | tr '\\0' y) = ayyyb");
    scene.write("small.bin", b"a\0\0\0b");
    let seen = scene.run(&["verify", "-j", "2", "test.sh", "small.bin"]).check(0);
    assert_eq!(seen.stdout, "1-minimal: none of 5 single units can go\n");
    scene.write("small.bin", b"axx\0\0\0b");
    let seen = scene.run(&["verify", "-j", "2", "test.sh", "small.bin"]).check(1);
    assert_eq!(seen.stdout, "small.bin:1:2: x\n1 could still go, 7 single units were tried\n");
}

#[test]
fn verify_names_the_syntax_nodes_that_could_still_go() {
    let scene = Scene::new("grep -q keep a.c && grep -q return a.c");
    scene.write("a.c", "int keep;\nint f(int b) { return 1 + b; }\n");
    let seen = scene.run(&["verify", "test.sh", "a.c"]).check(1);
    assert!(seen.stdout.contains("a.c:2:23: binary_expression 1 + b\n"), "{}", seen.stdout);
    let scene = Scene::new("grep -q '^int keep;$' a.c");
    scene.write("a.c", "int keep;\n");
    let seen = scene.run(&["verify", "test.sh", "a.c"]).check(0);
    assert!(seen.stdout.starts_with("1-minimal and 1-tree-minimal: none of "), "{}", seen.stdout);
}

#[test]
fn wrong_usage_exits_with_2_and_a_way_out() {
    let scene = Scene::new(TWO_WORDS);
    scene.run(&["test.sh"]).check(2).says(&["only one path", "help: name the file to reduce"]);
    scene.run(&["words.txt", "test.sh"]).check(2).says(&["did you mean", "test.sh words.txt"]);
    scene.run(&["check", "test.sh", "missing.txt"]).check(2).says(&["missing.txt", "No such file"]);
    scene.run(&["--no-such-option"]).check(2).says(&["--no-such-option", "Usage: dwindle"]);
    scene.run(&["test.sh", "words.txt", "--plan", "lines,wrods"]).check(2).says(&["did you mean `words`"]);
    scene.run(&["passes", "nonsense"]).check(2).says(&["dwindle passes"]);
    scene.run(&[]).check(2).says(&["Usage: dwindle"]);
}

#[test]
fn an_interpreter_that_is_not_there_exits_with_3() {
    let scene = Scene::new("");
    scene.write("test.sh", "#!/no/such/shell\nexit 0\n");
    scene.run(&["check", "test.sh", "words.txt"]).check(3).says(&["/no/such/shell", "help: "]);
}

#[test]
fn listings_go_to_stdout() {
    let scene = Scene::new("");
    assert!(scene.run(&["passes"]).check(0).stdout.contains("  lines "));
    assert!(scene.run(&["passes", "text"]).check(0).stdout.starts_with("text: "));
    assert!(scene.run(&["algorithms"]).check(0).stdout.contains("  ddmin "));
    assert!(scene.run(&["completions", "bash"]).check(0).stdout.contains("_dwindle"));
    assert!(scene.run(&["man"]).check(0).stdout.contains(".TH dwindle 1"));
}

#[test]
fn a_test_called_like_a_subcommand_is_written_with_its_directory() {
    let scene = Scene::new("");
    scene.script("check", TWO_WORDS);
    scene.run(&["check", "check", "words.txt"]).check(0);
    scene.run(&["check", "words.txt"]).check(2);
}

#[test]
fn commands_that_differ_in_white_space_only_are_told_from_those_that_differ_in_more() {
    let scene = Scene::new("");
    scene.write("n.txt", "3\n12\nabc\n100200300400500600700\nxy 7\n");
    // Its numbers have nine digits at most, and its lines another end.
    scene.script("round.sh", "sed 's/[0-9]\\{20,\\}/1e20/; s/$/ /' <\"$1\"");
    let round = scene.path("round.sh").to_str().unwrap().to_owned() + " {}";
    let seen = scene.run(&["n.txt", "--differs-from", &round, "--", "cat {}"]).check(0);
    seen.says(&["writes more than other white space"]);
    let result = scene.read("n.reduced.txt");
    assert!(20 <= result.trim().len() && result.trim().bytes().all(|byte| byte.is_ascii_digit()), "{result}");

    scene.script("spaced.sh", "sed 's/$/ /' <\"$1\"");
    let spaced = scene.path("spaced.sh").to_str().unwrap().to_owned() + " {}";
    let seen = scene.run(&["n.txt", "--differs-from", &spaced, "--", "cat {}"]).check(1);
    seen.says(&["nothing of the input would be kept", "--stdout-contains"]);
}

#[test]
fn an_input_that_the_test_can_not_find_or_that_is_empty_is_explained() {
    let scene = Scene::new("grep -q 42 deep/words.txt");
    scene.write("empty.txt", "");
    scene.run(&["test.sh", "empty.txt"]).check(1).says(&["the input is empty"]);
    std::fs::create_dir(scene.path("deep")).unwrap();
    scene.write("deep/words.txt", "42\n");
    let seen = scene.run(&["test.sh", "deep/words.txt"]).check(1);
    seen.says(&["the test names deep/words.txt", "it is words.txt where the test starts"]);
    scene.script("other.sh", "grep -q 42 \"$1\"");
    scene.run(&["other.sh", "deep"]).check(1).says(&["a copy of it, whose path is $1"]);
}
