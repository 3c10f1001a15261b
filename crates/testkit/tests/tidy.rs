//! Tests of the repository: the files follow the documents and the style rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use dwindle_testkit::repository::{check, circles, files, imports, root};

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
fn no_source_file_is_longer_than_400_lines() {
    const MOST_LINES: usize = 400;
    let n_lines = |(path, text): (std::path::PathBuf, String)| (path, text.lines().count());
    check(
        files(".rs")
            .into_iter()
            .map(n_lines)
            .filter(|(_, n_lines)| MOST_LINES < *n_lines)
            .map(|(path, n_lines)| format!("{}: {n_lines} lines; split it by idea", path.display())),
    );
}

/// Returns the numbers of comment lines that are too long. Tables, headings and code are exempt.
fn long_comments(text: &str) -> Vec<usize> {
    let mut is_code = false;
    let mut long = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_code = false;
            continue;
        };
        let comment = comment.trim_start_matches(['/', '!']).trim_start();
        is_code ^= comment.starts_with("```");
        let may_be_long = is_code || comment.starts_with(['|', '#', '<']);
        if !may_be_long && 100 < line.chars().count() {
            long.push(index + 1);
        }
    }
    long
}

#[test]
fn comments_end_at_column_100() {
    let word = "word ".repeat(20);
    assert_eq!(long_comments(&format!("/// {word}\nlet x = 1;\n/// | {word}\n// a\n//! {word}")), [1, 5]);
    assert_eq!(long_comments(&format!("/// ```\n/// {word}\n/// ```\n/// {word}")), [4]);
    check(files(".rs").into_iter().flat_map(|(path, text)| {
        let place = |line| format!("{}:{line}: a comment ends at column 100", path.display());
        long_comments(&text).into_iter().map(place).collect::<Vec<_>>()
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
    // Some have more fields with musl than with glibc, which no compiler here would notice.
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
    assert_eq!(n_published, 7, "reduce, syntax, passes, run, remote, report, and dwindle itself");
    check(complaints);
}

/// Parses the table of ARCHITECTURE.md: for each crate's directory, those that it may use.
fn documented_edges() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it can be read");
    let rows = text.lines().skip_while(|line| !line.starts_with("| crate | uses |")).skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).map(|row| row.split('|').collect::<Vec<_>>());
    let in_ticks = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    cells
        .filter_map(|cells| {
            let folder = in_ticks(cells[1]).first()?.clone();
            let uses = in_ticks(cells[2]).into_iter().map(|name| format!("crates/{name}"));
            Some((folder, uses.collect()))
        })
        .collect()
}

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
    let edges = documented_edges();
    let packages = metadata["packages"].as_array().expect("there are packages");
    let folder = |package: &serde_json::Value| {
        let manifest = Path::new(package["manifest_path"].as_str().expect("it has a path"));
        let folder = manifest.parent().expect("it lies in a folder").strip_prefix(root());
        folder.expect("it lies in the repository").display().to_string()
    };
    let folders: BTreeMap<&str, String> = packages
        .iter()
        .map(|package| (package["name"].as_str().expect("a package has a name"), folder(package)))
        .collect();
    let mut complaints = Vec::new();
    for package in packages {
        let folder = folder(package);
        let Some(allowed) = edges.get(&folder) else {
            complaints.push(format!("{folder}: not in the table of ARCHITECTURE.md"));
            continue;
        };
        for dependency in package["dependencies"].as_array().expect("a package has dependencies") {
            let on = folders.get(dependency["name"].as_str().expect("a dependency has a name"));
            if let Some(on) = on.filter(|on| dependency["kind"].is_null() && !allowed.contains(*on)) {
                complaints.push(format!("{folder} must not use {on}"));
            }
        }
    }
    check(complaints);
}

/// Returns the source directories in which imports are checked.
fn source_folders() -> impl Iterator<Item = String> {
    let own = documented_edges().into_keys().map(|folder| match folder.ends_with("library") {
        true => folder,
        false => format!("{folder}/src"),
    });
    own.filter(|folder| root().join(folder).is_dir())
}

#[test]
fn files_of_a_crate_do_not_import_each_other_in_circles() {
    let sources = files(".rs");
    let mut n_arrows = 0;
    check(source_folders().flat_map(|folder| {
        let arrows = imports(Path::new(&folder), &sources);
        n_arrows += arrows.values().map(BTreeSet::len).sum::<usize>();
        let names = |circle: BTreeSet<_>| {
            let names = circle.into_iter().map(|file: std::path::PathBuf| file.display().to_string());
            names.collect::<Vec<_>>().join(", ")
        };
        let found = circles(&arrows).into_iter();
        found.map(|circle| format!("these import each other: {}", names(circle))).collect::<Vec<_>>()
    }));
    assert!(1000 < n_arrows, "imports are found");
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
