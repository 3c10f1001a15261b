//! The repository checks itself: what the documents and the style rules say is true of the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate lies two folders deep")
        .to_owned()
}

/// Returns the files below the root that git tracks or would track, relative to it, with their text.
fn files(ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                let left_out = ["target", ".git", "fixtures", "node_modules"].contains(&name.as_str());
                if !left_out && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(ending) {
                let text = fs::read_to_string(&path).expect("a source file is UTF-8");
                found.push((path.strip_prefix(root()).expect("it lies below the root").to_owned(), text));
            }
        }
    }
    found.sort();
    found
}

/// Fails with one line for each complaint.
fn check(complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<String> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn every_source_file_says_what_it_is() {
    assert!(10 < files(".rs").len(), "the source files are found");
    check(
        files(".rs")
            .into_iter()
            .filter(|(_, text)| !text.starts_with("//! ") && !text.starts_with("#![doc"))
            .map(|(path, _)| format!("{}: starts with a module doc, `//! …`", path.display())),
    );
}

#[test]
fn no_source_file_is_longer_than_600_lines() {
    check(files(".rs").into_iter().filter(|(_, text)| 600 < text.lines().count()).map(|(path, text)| {
        format!("{}: {} lines; split it before 600", path.display(), text.lines().count())
    }));
}

#[test]
fn lints_are_expected_with_a_reason_and_never_allowed() {
    let allowed = concat!("#[", "allow(");
    check(
        files(".rs")
            .into_iter()
            .filter(|(_, text)| text.contains(allowed))
            .map(|(path, _)| format!("{}: write #[expect(lint, reason = \"…\")]", path.display())),
    );
}

#[test]
fn nothing_is_called_util() {
    let vague = ["util", "utils", "helpers", "misc", "common"];
    check(files(".rs").into_iter().filter_map(|(path, _)| {
        let stem = path.file_stem()?.to_str()?;
        vague.contains(&stem).then(|| format!("{}: a file is one noun", path.display()))
    }));
}

#[test]
fn declaring_files_only_declare() {
    check(files("lib.rs").into_iter().filter_map(|(path, text)| {
        let defines = text
            .lines()
            .any(|line| line.starts_with("fn ") || line.starts_with("pub fn ") || line.starts_with("impl"));
        defines.then(|| format!("{}: lib.rs only declares", path.display()))
    }));
}

/// Structures of the kernel, which are the same with every C library.
const OF_THE_KERNEL: &[&str] = &["sock_filter", "sock_fprog"];

#[test]
fn structures_of_libc_are_not_written_field_by_field() {
    // Some of them have more fields with musl than with glibc, where no compiler of ours looks.
    let is_written_out = |line: &str| {
        line.split(concat!("libc", "::")).skip(1).any(|rest| {
            let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            let after = rest.trim_start_matches(is_part);
            let name = &rest[..rest.len() - after.len()];
            after.starts_with(" {") && !line.contains("->") && !OF_THE_KERNEL.contains(&name)
        })
    };
    assert!(is_written_out(concat!("let one = libc", "::sched_param { sched_priority };")));
    assert!(!is_written_out("fn pause() -> libc::c_int {"));
    check(files(".rs").into_iter().flat_map(|(path, text)| {
        let lines = text.lines().zip(1..).filter(|(line, _)| is_written_out(line));
        let complaint = |(_, number)| format!("{}:{number}: make it of zeros", path.display());
        lines.map(complaint).collect::<Vec<_>>()
    }));
}

#[test]
fn every_crate_that_is_published_says_what_it_is() {
    let metadata = metadata();
    let mut complaints = Vec::new();
    let mut n_published = 0;
    for package in metadata["packages"].as_array().expect("there are packages") {
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        n_published += 1;
        let name = package["name"].as_str().expect("a package has a name");
        for field in ["description", "license", "repository", "readme", "documentation"] {
            if package[field].is_null() {
                complaints.push(format!("{name}: lacks `{field}`"));
            }
        }
        for field in ["keywords", "categories"] {
            if package[field].as_array().is_none_or(Vec::is_empty) {
                complaints.push(format!("{name}: lacks `{field}`"));
            }
        }
        let manifest = Path::new(package["manifest_path"].as_str().expect("it has a path"));
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            if !manifest.with_file_name(file).exists() {
                complaints.push(format!("{name}: lacks {file}"));
            }
        }
        for dependency in package["dependencies"].as_array().expect("a package has dependencies") {
            let is_local = !dependency["path"].is_null() && dependency["kind"] != "dev";
            if is_local && dependency["req"] == "*" {
                complaints.push(format!("{name}: {} has no version", dependency["name"]));
            }
        }
    }
    assert_eq!(n_published, 6, "reduce, syntax, passes, run, report, and dwindle itself");
    check(complaints);
}

/// The table in ARCHITECTURE.md: which crate may depend on which.
const EDGES: &[(&str, &[&str])] = &[
    ("dwindle-reduce", &[]),
    ("dwindle-syntax", &[]),
    ("dwindle-passes", &["dwindle-reduce", "dwindle-syntax"]),
    ("dwindle-run", &["dwindle-reduce"]),
    ("dwindle-report", &["dwindle-reduce"]),
    ("dwindle-testkit", &["dwindle-reduce"]),
    ("dwindle", &["dwindle-passes", "dwindle-reduce", "dwindle-report", "dwindle-run", "dwindle-syntax"]),
    ("dwindle-python", &["dwindle", "dwindle-reduce", "dwindle-run"]),
    ("dwindle-lab", &["dwindle-passes", "dwindle-reduce", "dwindle-report", "dwindle-run", "dwindle-syntax"]),
    ("dwindle-bench", &["dwindle-passes", "dwindle-reduce", "dwindle-run"]),
    (
        "dwindle-fuzz",
        &["dwindle-passes", "dwindle-reduce", "dwindle-report", "dwindle-run", "dwindle-syntax"],
    ),
    ("xtask", &["dwindle-syntax"]),
];

fn metadata() -> serde_json::Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

#[test]
fn the_command_of_the_readme_runs_dwindle_and_nothing_else() {
    let metadata = metadata();
    let default = metadata["workspace_default_members"].as_array().expect("there are default members");
    let packages = metadata["packages"].as_array().expect("there are packages");
    let targets = packages
        .iter()
        .filter(|package| default.contains(&package["id"]))
        .flat_map(|package| package["targets"].as_array().expect("a package has targets"));
    let is_bin = |target: &&serde_json::Value| target["kind"] == serde_json::json!(["bin"]);
    let programs: Vec<&str> = targets.filter(is_bin).filter_map(|target| target["name"].as_str()).collect();
    assert_eq!(programs, ["dwindle"], "`cargo run` has to know which program is meant");
}

#[test]
fn crates_depend_only_in_the_documented_direction() {
    let metadata = metadata();
    let edges: BTreeMap<&str, BTreeSet<&str>> =
        EDGES.iter().map(|(name, on)| (*name, on.iter().copied().collect())).collect();
    let mut complaints = Vec::new();
    for package in metadata["packages"].as_array().expect("there are packages") {
        let name = package["name"].as_str().expect("a package has a name");
        let Some(allowed) = edges.get(name) else {
            complaints.push(format!("{name}: not in the table of ARCHITECTURE.md and this test"));
            continue;
        };
        for dependency in package["dependencies"].as_array().expect("a package has dependencies") {
            let on = dependency["name"].as_str().expect("a dependency has a name");
            let ours = edges.contains_key(on);
            if ours && dependency["kind"].is_null() && !allowed.contains(on) {
                complaints.push(format!("{name} must not depend on {on}"));
            }
        }
    }
    check(complaints);
}

#[test]
fn paths_that_the_documents_name_exist() {
    let mut complaints = Vec::new();
    for (document, text) in files(".md") {
        if document.starts_with("crates") {
            continue;
        }
        for word in text.split('`').skip(1).step_by(2) {
            let looks_like_a_path = word.contains('/')
                && ["crates/", "docs/", "examples/", ".ci/"].iter().any(|folder| word.starts_with(folder))
                && word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            if looks_like_a_path && !root().join(word).exists() {
                complaints.push(format!("{}: there is no {word}", document.display()));
            }
        }
    }
    check(complaints);
}

#[test]
fn no_path_of_one_machine_is_in_the_repository() {
    let machine =
        [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/far", "m/"), concat!("/tmp/", "wt")];
    let mut complaints = Vec::new();
    for ending in [".rs", ".md", ".toml", ".sh"] {
        for (path, text) in files(ending) {
            for name in machine.iter().filter(|name| text.contains(**name)) {
                complaints.push(format!("{}: names {name}", path.display()));
            }
        }
    }
    check(complaints);
}
