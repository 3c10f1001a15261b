//! The languages: one file each, and the one list of them.

mod bodies;
mod detect;
mod direct;
mod failures;
mod language;
mod made;
mod members;
mod naming;
mod objects;

#[cfg(feature = "assembly")]
mod assembly;
#[cfg(feature = "bash")]
mod bash;
#[cfg(feature = "c")]
mod c;
#[cfg(feature = "c-sharp")]
mod c_sharp;
#[cfg(feature = "cmake")]
mod cmake;
#[cfg(feature = "cpp")]
mod cpp;
#[cfg(feature = "css")]
mod css;
mod dimacs;
#[cfg(feature = "xml")]
mod dtd;
#[cfg(feature = "elixir")]
mod elixir;
#[cfg(feature = "erlang")]
mod erlang;
#[cfg(feature = "fortran")]
mod fortran;
#[cfg(feature = "glsl")]
mod glsl;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "haskell")]
mod haskell;
#[cfg(feature = "html")]
mod html;
#[cfg(feature = "java")]
mod java;
#[cfg(feature = "javascript")]
mod javascript;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "julia")]
mod julia;
#[cfg(feature = "kotlin")]
mod kotlin;
mod lines;
mod lisp;
#[cfg(feature = "llvm")]
mod llvm;
#[cfg(feature = "lua")]
mod lua;
#[cfg(feature = "make")]
mod make;
#[cfg(feature = "markdown")]
mod markdown;
#[cfg(feature = "objective-c")]
mod objective_c;
#[cfg(feature = "ocaml")]
mod ocaml;
#[cfg(feature = "ocaml")]
mod ocaml_interface;
mod outline;
#[cfg(feature = "perl")]
mod perl;
#[cfg(feature = "php")]
mod php;
#[cfg(feature = "proto")]
mod proto;
#[cfg(feature = "python")]
mod python;
#[cfg(feature = "r")]
mod r;
#[cfg(feature = "regex")]
mod regex;
#[cfg(feature = "ruby")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "scala")]
mod scala;
mod smt_lib;
#[cfg(feature = "solidity")]
mod solidity;
mod source;
#[cfg(feature = "sql")]
mod sql;
#[cfg(feature = "swift")]
mod swift;
#[cfg(feature = "toml")]
mod toml;
#[cfg(feature = "typescript")]
mod tsx;
#[cfg(feature = "typescript")]
mod typescript;
mod user;
#[cfg(feature = "verilog")]
mod verilog;
#[cfg(feature = "vhdl")]
mod vhdl;
mod wat;
#[cfg(feature = "wgsl")]
mod wgsl;
#[cfg(feature = "xml")]
mod xml;
#[cfg(feature = "yaml")]
mod yaml;
#[cfg(feature = "zig")]
mod zig;

pub use bodies::{Body, NodeChange, Part};
pub use detect::{by_content, by_name, by_path, detect};
pub use direct::{Access, DirectCall, Namespaces};
pub use failures::{Failure, failures};
pub use language::{Comments, Fallback, Filler, FirstLine, Language, Nesting, Quiet, Reader, Unused};
pub use made::{Made, MadeValue, made_values};
pub use naming::{BindingRules, Names, Start, Undefined};
pub use objects::Objects;
pub use source::{Package, Source, UserSource};

/// All languages of this build. If several fit a file name or text, the first one wins.
pub static LANGUAGES: &[&Language] = &[
    #[cfg(feature = "c")]
    &c::C,
    #[cfg(feature = "cpp")]
    &cpp::CPP,
    #[cfg(feature = "objective-c")]
    &objective_c::OBJECTIVE_C,
    #[cfg(feature = "rust")]
    &rust::RUST,
    #[cfg(feature = "java")]
    &java::JAVA,
    #[cfg(feature = "javascript")]
    &javascript::JAVASCRIPT,
    #[cfg(feature = "typescript")]
    &typescript::TYPESCRIPT,
    #[cfg(feature = "typescript")]
    &tsx::TSX,
    #[cfg(feature = "python")]
    &python::PYTHON,
    #[cfg(feature = "go")]
    &go::GO,
    #[cfg(feature = "c-sharp")]
    &c_sharp::C_SHARP,
    #[cfg(feature = "ruby")]
    &ruby::RUBY,
    #[cfg(feature = "php")]
    &php::PHP,
    #[cfg(feature = "swift")]
    &swift::SWIFT,
    #[cfg(feature = "kotlin")]
    &kotlin::KOTLIN,
    #[cfg(feature = "scala")]
    &scala::SCALA,
    #[cfg(feature = "haskell")]
    &haskell::HASKELL,
    #[cfg(feature = "ocaml")]
    &ocaml::OCAML,
    #[cfg(feature = "ocaml")]
    &ocaml_interface::OCAML_INTERFACE,
    #[cfg(feature = "lua")]
    &lua::LUA,
    #[cfg(feature = "bash")]
    &bash::BASH,
    #[cfg(feature = "json")]
    &json::JSON,
    #[cfg(feature = "html")]
    &html::HTML,
    #[cfg(feature = "xml")]
    &xml::XML,
    #[cfg(feature = "xml")]
    &dtd::DTD,
    #[cfg(feature = "css")]
    &css::CSS,
    #[cfg(feature = "yaml")]
    &yaml::YAML,
    #[cfg(feature = "toml")]
    &toml::TOML,
    #[cfg(feature = "sql")]
    &sql::SQL,
    #[cfg(feature = "solidity")]
    &solidity::SOLIDITY,
    #[cfg(feature = "wgsl")]
    &wgsl::WGSL,
    #[cfg(feature = "glsl")]
    &glsl::GLSL,
    #[cfg(feature = "llvm")]
    &llvm::LLVM,
    #[cfg(feature = "assembly")]
    &assembly::ASSEMBLY,
    #[cfg(feature = "cmake")]
    &cmake::CMAKE,
    #[cfg(feature = "elixir")]
    &elixir::ELIXIR,
    #[cfg(feature = "erlang")]
    &erlang::ERLANG,
    #[cfg(feature = "fortran")]
    &fortran::FORTRAN,
    #[cfg(feature = "julia")]
    &julia::JULIA,
    #[cfg(feature = "make")]
    &make::MAKE,
    #[cfg(feature = "markdown")]
    &markdown::MARKDOWN,
    #[cfg(feature = "perl")]
    &perl::PERL,
    #[cfg(feature = "proto")]
    &proto::PROTO,
    #[cfg(feature = "r")]
    &r::R,
    #[cfg(feature = "regex")]
    &regex::REGEX,
    #[cfg(feature = "verilog")]
    &verilog::VERILOG,
    #[cfg(feature = "vhdl")]
    &vhdl::VHDL,
    #[cfg(feature = "zig")]
    &zig::ZIG,
    &smt_lib::SMT_LIB,
    &lisp::LISP,
    &wat::WAT,
    &dimacs::DIMACS,
    &lines::LINES,
    &outline::OUTLINE,
];
