//! The Lisps: Common Lisp, Scheme, Racket, Clojure, Emacs Lisp and similar formats.

use super::language::{Comments, FirstLine, Language, Reader, Spacing};
use super::naming::Names;
use crate::own::{Dialect, read_sexpr};

pub(super) static LISP: Language = Language {
    name: "lisp",
    aliases: &["common-lisp", "scheme", "racket", "clojure", "elisp"],
    extensions: &[
        "lisp",
        "lsp",
        "cl",
        "asd",
        "el",
        "scm",
        "ss",
        "sld",
        "rkt",
        "clj",
        "cljs",
        "cljc",
        "edn",
        "fnl",
        "hy",
        "janet",
        "sexp",
        "kicad_pcb",
        "kicad_sch",
        "pddl",
        "dune",
    ],
    file_names: &["dune", "dune-project", ".emacs"],
    first_line: &[
        FirstLine::Interpreter("sbcl"),
        FirstLine::Interpreter("guile"),
        FirstLine::Interpreter("racket"),
        FirstLine::Interpreter("clojure"),
        FirstLine::Interpreter("bb"),
        FirstLine::Starts("#lang"),
        FirstLine::Starts("(define"),
        FirstLine::Starts("(defun"),
        FirstLine::Starts("(ns "),
    ],
    marks: &["(defun ", "(defmacro ", "(defvar ", "(define ", "(in-package "],
    comments: Comments { line: &[";"], block: &[("#|", "|#")] },
    spacing: Spacing::Free { word_bytes: b"!#$%&*+-./:<=>?@\\^|~" },
    names: Names::AnyCase,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    reader: Reader::Own(|text| read_sexpr(text, Dialect::Lisp)),
};
