//! Random inputs: a run ends with a result or a clear error, never with a panic.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::fixture::{Fixture, RunOutput};

/// A name and a content.
type Garbage = (String, Vec<u8>);

/// Returns a pseudo-random number for a number.
fn mix(number: u64) -> u64 {
    let number = (number ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (number ^ (number >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 17
}

fn random(seed: u64, n_bytes: usize, alphabet: Option<&[u8]>) -> Vec<u8> {
    (0..n_bytes as u64)
        .map(|at| {
            let number = mix(seed << 40 | at);
            alphabet.map_or(number as u8, |letters| letters[number as usize % letters.len()])
        })
        .collect()
}

fn words(seed: u64, n_words: u64) -> Vec<u8> {
    const WORDS: &[&str] = &[
        "if",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<a>",
        "</a>",
        "def f():\n  ",
        "\"",
        "'",
        "\\",
        "/*",
        "*/",
        "//",
        "#",
        "\n",
        "\t",
        ";",
        ",",
        "é",
        "\u{2028}",
        "<!--",
        "-->",
        "<?xml",
        "<![CDATA[",
        "`",
        "${",
        "<<<EOF\n",
        "begin",
        "end",
        "=>",
        "r#\"",
        "'''",
        "\"\"\"",
        "R\"(",
        "#if 0\n",
        "%%",
        "\x7f",
        "(*",
        "{-",
        " ",
        "0x",
        "1e9",
    ];
    (0..n_words).flat_map(|at| WORDS[mix(seed << 40 | at) as usize % WORDS.len()].bytes()).collect()
}

/// Returns one input of each kind, each with the extension of another language.
fn garbage(size: usize, extensions: &[&str]) -> Vec<Garbage> {
    let nested =
        |open: &str, close: &str| [open.repeat(size / 2), close.repeat(size / 2)].concat().into_bytes();
    let make = |kind: usize, seed: u64| match kind {
        0 => random(seed, size, None),
        1 => random(seed, size, Some(b"ab\n \xff\xfe\xc3\x80{}()<>\"'")),
        2 => words(seed, size as u64 / 3),
        3 => nested("(", ")"),
        4 => nested("{\"a\":[", "]}"),
        5 => nested("<a>", "</a>"),
        6 => b"\n".repeat(size),
        7 => b"\0".repeat(size),
        8 => b"x".repeat(size),
        9 => b"int a;\rint b;\r\nint c;\n\r".repeat(size / 20),
        10 => b"/*".repeat(size / 2),
        11 => b"`${".repeat(size / 3),
        12 => b"\"\"\"".repeat(size / 3 + 1),
        13 => b"if a:\r\n \t  b\r\n".repeat(size / 14),
        _ => b"foo(bar, 12) { \"s\" } ; ".repeat(size / 23),
    };
    let all = extensions.iter().enumerate();
    all.map(|(idx, extension)| (format!("garbage.{extension}"), make(idx % 15, idx as u64))).collect()
}

/// Reduces an input while half of its bytes are left. Returns the peak memory that was seen.
fn reduce((name, content): &Garbage) -> u64 {
    let fixture = Fixture::new("");
    fixture.write(name, content);
    // With `./` in front, no name is taken for an option.
    let path = format!("./{name}");
    fixture.script("half.sh", &format!("[ $(wc -c <\"$1\") -ge {} ]", content.len() / 2));
    let arguments = ["half.sh", &path, "--budget", "60s", "--max-trials", "40", "-j", "2"];
    let mut child =
        fixture.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut memory = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB"));
        memory = memory.max(line.and_then(|line| line.trim().parse::<u64>().ok()).unwrap_or(0) * 1024);
        thread::sleep(Duration::from_millis(5));
    }
    let seen = RunOutput::of(child.wait_with_output().unwrap());
    assert!(!seen.stderr.contains("panicked"), "{name}: {}", seen.stderr);
    let seen = seen.check(0);
    assert!(std::fs::read(fixture.path(name)).unwrap() == *content, "{name} is as it was");
    let result = std::fs::read(fixture.path(seen.stdout.strip_suffix('\n').unwrap())).unwrap();
    // Tokens count before bytes: where a token is removed, a space may have to separate its
    // neighbours.
    assert!(content.len() / 2 <= result.len() && result.len() <= 2 * content.len(), "{name}");
    memory
}

#[test]
fn random_files_of_any_language_are_reduced() {
    let extensions = "c json py xml rs js html sql txt wgsl sh rb php hs yaml";
    let extensions: Vec<&str> = extensions.split(' ').collect();
    garbage(3000, &extensions).iter().for_each(|garbage| _ = reduce(garbage));
}

#[test]
fn file_names_may_contain_any_bytes() {
    for name in [
        "-dash.c",
        "sp ace é.c",
        "new\nline.c",
        "no-extension",
        ".hidden",
        "two.dots.c",
        "$(x).c",
        "a'b\"c.c",
    ] {
        reduce(&(name.to_owned(), b"int a;\n".repeat(20)));
    }
}

#[test]
#[ignore = "takes minutes; run by hand in a release build"]
fn the_memory_for_large_random_files_is_bounded() {
    let extensions = "c json py xml rs js html sql txt wgsl sh rb php hs yaml cpp java ts go css toml sol glsl ll swift kt scala ml lua md \
         smt2 wat cs zig r jl f90 asm bin proto";
    let extensions: Vec<&str> = extensions.split_whitespace().collect();
    // There are fifteen kinds. The list is rotated by seven for each size, so that no language has
    // a kind twice.
    for (turn, size) in [10_000, 300_000, 600_000].into_iter().enumerate() {
        let mut turned = extensions.clone();
        turned.rotate_left(turn * 7);
        for garbage in garbage(size, &turned) {
            let memory = reduce(&garbage);
            // Most memory is used by tree-sitter for inputs with many errors: 192 MB for 1 MB of
            // brackets, quotes and invalid bytes in C++.
            let most = 20 * garbage.1.len() as u64 + 400_000_000;
            assert!(memory <= most, "{} of {} bytes: {memory}", garbage.0, garbage.1.len());
        }
    }
}
