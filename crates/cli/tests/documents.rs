//! The shell blocks of the documents, run with the program as it is now. `PAGE=docs/faq.md` runs
//! one page.

use std::env;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use dwindle_testkit::documents::{Page, Ran, pages, run_page};

#[test]
#[ignore = "takes a minute on an idle machine; .ci/run runs it"]
fn commands_of_the_documents_do_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let wanted = env::var("PAGE").ok();
    let pages: Vec<Page> = pages(&root)
        .unwrap()
        .into_iter()
        .filter(|page| wanted.as_ref().is_none_or(|wanted| page.path == Path::new(wanted)))
        .collect();
    let dwindle = Path::new(env!("CARGO_BIN_EXE_dwindle"));
    let run = |page: &Page| -> Ran {
        let folder = tempfile::tempdir().unwrap();
        run_page(page, &root, folder.path(), dwindle).unwrap()
    };
    let next = AtomicUsize::new(0);
    let worker = || -> Vec<Ran> {
        std::iter::from_fn(|| pages.get(next.fetch_add(1, Ordering::Relaxed))).map(run).collect()
    };
    let all: Vec<Ran> = thread::scope(|scope| {
        let workers = [(); 2].map(|()| scope.spawn(worker));
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let n_run: usize = all.iter().map(|ran| ran.n_run).sum();
    let skipped: Vec<&String> = all.iter().flat_map(|ran| &ran.skipped).collect();
    println!("{n_run} blocks ran, {} did not:", skipped.len());
    skipped.iter().for_each(|line| println!("{line}"));
    let complaints: Vec<&str> = all.iter().flat_map(|ran| &ran.complaints).map(String::as_str).collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
    assert!(wanted.is_some() || 10 < n_run, "the blocks are found");
}

#[test]
fn the_readme_says_how_many_languages_there_are() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_dwindle")).arg("languages").output().unwrap();
    let n_languages =
        String::from_utf8(output.stdout).unwrap().lines().filter(|line| line.starts_with("  ")).count();
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(&format!("{n_languages} languages and formats")), "there are {n_languages}");
}
