//! C++ and the dialects that are close to it: CUDA, Arduino.

use super::bodies::{Body, NodeChange};
use super::direct::{Access, DirectCall, Namespaces};
use super::language::{Comments, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::made::Made;
use super::members::Members;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::objects::Objects;
use super::source::{Package, Source};

const BODIES: &[Body] =
    &[Body { with_body: &[NodeChange::removal("field_initializer_list", "")], ..Body::C_PROTOTYPE[0] }];

const MADE: &[Made] = &[
    Made::new("std :: vector < $T >", "std::vector<$T>(1)", "call_expression"),
    Made::new("std :: vector < $T >", "std::vector<$T>(9)", "call_expression"),
    Made::new("vector < $T >", "vector<$T>(1)", "call_expression"),
    Made::new("std :: string", r#""""#, "string_literal"),
    Made::new("bool", "false", "false"),
    Made::new("int", "0", "number_literal"),
    Made::new("$N", "$N{}", "compound_literal_expression"),
    Made::new("std :: $T", "std::$T{}", "compound_literal_expression"),
    Made::new("$W < $A >", "$W<$A>{}", "compound_literal_expression"),
];

/// What has a member, by the member's name.
const MEMBERS: &[Members] =
    &[("std::string()", &["append", "c_str", "compare", "find_first_of", "length", "substr"])];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/cpp.tsv"),
    members: MEMBERS,
    discarded: Some(("(void)(", ");")),
    bound: Some(("auto ", " = ", "; ")),
    holders: &["std::vector<int>()", "std::string()"],
    array: Some("int $N[$L] = {}; "),
    no_parameters: Some("()"),
    line: &[
        ("<iostream>", "std::cout << \"$L\\n\"; "),
        ("<cstdio>", "std::puts(\"$L\"); "),
        ("stdio.h", "puts(\"$L\"); "),
    ],
    printed: &[
        ("<iostream>", "std::cout << \"$L \" << (", ") << '\\n';"),
        ("stdio", "printf(\"$L %f\\n\", (double)(", "));"),
    ],
    objects: Some(Objects::CPP),
    object: Some("$T($A)"),
    of_type: Some("::"),
    namespace: Some(Namespaces {
        kind: "namespace_definition",
        open: ("using namespace ", "; "),
        public: None,
    }),
    access: Access::Sections,
    values: &[("std::ostream", "std::cout"), ("std::istream", "std::cin")],
    nothing: None,
    ..DirectCall::BRACES
};

pub(super) static CPP: Language = Language {
    name: "cpp",
    aliases: &["c++", "cxx", "cuda"],
    extensions: &[
        "cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "h", "ii", "ipp", "ixx", "cppm", "ccm", "cxxm",
        "inl", "tcc", "tpp", "txx", "cu", "cuh", "ino",
    ],
    file_names: &[],
    first_line: &[],
    marks: &[
        "namespace ",
        "template<",
        "template <",
        "class ",
        "public:",
        "private:",
        "using ",
        "::",
        "constexpr ",
        "#include <string>",
        "#include <vector>",
        "#include <iostream>",
    ],
    comments: Comments::C,
    nesting: Nesting::Angles,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/cpp.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["int"],
        made: MADE,
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: Some(Unused::Nothing),
    bodies: &[BODIES, Body::C_ENDLESS],
    quiet: Some(Quiet::C),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_cpp::LANGUAGE.into(),
        node_types: tree_sitter_cpp::NODE_TYPES,
        rules: include_bytes!("../facts/data/cpp.rules"),
        locals: None,
        package: Package { name: "tree-sitter-cpp", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
