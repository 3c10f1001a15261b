//! Bodies that type-check in the place of any other.

use super::Language;

/// What is put in the place of the bodies of one kind of definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// The kind of the definition's node.
    pub definition: &'static str,
    /// Which child of it is the body.
    pub part: Part,
    /// What takes its place; empty where it goes.
    pub instead: &'static str,
    /// Other nodes of the definition that change along.
    pub along: &'static [Along],
}

/// Nodes that change along with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Along {
    /// Their kind.
    pub kind: &'static str,
    /// What their text begins with.
    pub begins: &'static str,
    /// What takes their place; empty where they go.
    pub instead: &'static str,
}

/// How the body is found among the children of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// By its field.
    Field(&'static str),
    /// By its field, where it is of this kind.
    FieldOfKind(&'static str, &'static str),
    /// By its kind, where it begins with this text.
    Kind(&'static str, &'static str),
}

const fn gone(kind: &'static str, begins: &'static str) -> Along {
    Along { kind, begins, instead: "" }
}

const fn body(definition: &'static str, instead: &'static str) -> Body {
    Body { definition, part: Part::Field("body"), instead, along: &[] }
}

const fn body_of_kind(definition: &'static str, kind: &'static str, instead: &'static str) -> Body {
    Body { definition, part: Part::FieldOfKind("body", kind), instead, along: &[] }
}

const RUST: &[Body] = &[body("function_item", "{ loop {} }")];
const GO: &[Body] = &[
    body("function_declaration", "{ panic(0) }"),
    body("method_declaration", "{ panic(0) }"),
    body("func_literal", "{ panic(0) }"),
];
const JAVA: &[Body] =
    &[body("method_declaration", "{ throw null; }"), body("constructor_declaration", "{ }")];
const KOTLIN: &[Body] = &[
    Body {
        definition: "function_declaration",
        part: Part::Kind("function_body", "{"),
        instead: "{ TODO() }",
        along: &[],
    },
    Body {
        definition: "function_declaration",
        part: Part::Kind("function_body", "="),
        instead: "= TODO()",
        along: &[],
    },
];
const SWIFT: &[Body] = &[body("function_declaration", "{ fatalError() }")];
const HASKELL: &[Body] =
    &[Body { definition: "match", part: Part::Field("expression"), instead: "undefined", along: &[] }];
const C_PROTOTYPE: &[Body] = &[body("function_definition", ";")];
const CPP_PROTOTYPE: &[Body] = &[Body { along: &[gone("field_initializer_list", "")], ..C_PROTOTYPE[0] }];
/// Where a function that is not defined is an error.
const C_ENDLESS: &[Body] = &[body("function_definition", "{ for (;;); }")];
const PYTHON: &[Body] = &[body("function_definition", "...")];
const JAVASCRIPT: &[Body] = &[
    body("function_declaration", "{}"),
    body("method_definition", "{}"),
    body("function_expression", "{}"),
    body_of_kind("arrow_function", "statement_block", "{}"),
    body("generator_function", "{}"),
    body("generator_function_declaration", "{}"),
];
const TYPESCRIPT: &[Body] = &[
    body("function_declaration", "{ throw 0 }"),
    body("method_definition", "{ throw 0 }"),
    body("function_expression", "{ throw 0 }"),
    body_of_kind("arrow_function", "statement_block", "{ throw 0 }"),
    body("generator_function", "{ throw 0 }"),
    body("generator_function_declaration", "{ throw 0 }"),
];
const C_SHARP: &[Body] = &[
    body_of_kind("method_declaration", "block", "{ throw null; }"),
    body_of_kind("method_declaration", "arrow_expression_clause", "=> throw null"),
    body_of_kind("operator_declaration", "block", "{ throw null; }"),
    body_of_kind("local_function_statement", "block", "{ throw null; }"),
    body_of_kind("accessor_declaration", "block", "{ throw null; }"),
    body_of_kind("constructor_declaration", "block", "{ }"),
];
const PHP: &[Body] =
    &[body("function_definition", "{}"), body("method_declaration", "{}"), body("anonymous_function", "{}")];
const RUBY: &[Body] = &[
    body_of_kind("method", "body_statement", "nil"),
    body_of_kind("singleton_method", "body_statement", "nil"),
];
const SCALA: &[Body] = &[body("function_definition", "???")];
const OCAML: &[Body] = &[body("let_binding", "assert false"), body("method_definition", "assert false")];
const LUA: &[Body] = &[body("function_declaration", ""), body("function_definition", "")];
const SOLIDITY: &[Body] = &[body("function_definition", "{ revert(); }")];
const BASH: &[Body] = &[body_of_kind("function_definition", "compound_statement", "{ :; }")];
/// A definition becomes a declaration, which has no linkage and no metadata.
const LLVM: &[Body] = &[Body {
    along: &[
        Along { kind: "define", begins: "", instead: "declare" },
        gone("linkage_aux", ""),
        gone("metadata_attachment", ""),
        gone("attribute", "comdat"),
        gone("attribute", "personality"),
    ],
    ..body("fn_define", "")
}];

/// The languages that have such bodies: first those that are tried first.
static BODIES: &[(&str, &[&[Body]])] = &[
    ("bash", &[BASH]),
    ("c", &[C_PROTOTYPE, C_ENDLESS]),
    ("c-sharp", &[C_SHARP]),
    ("cpp", &[CPP_PROTOTYPE, C_ENDLESS]),
    ("go", &[GO]),
    ("haskell", &[HASKELL]),
    ("java", &[JAVA]),
    ("javascript", &[JAVASCRIPT]),
    ("kotlin", &[KOTLIN]),
    ("llvm", &[LLVM]),
    ("lua", &[LUA]),
    ("objective-c", &[C_PROTOTYPE, C_ENDLESS]),
    ("ocaml", &[OCAML]),
    ("php", &[PHP]),
    ("python", &[PYTHON]),
    ("ruby", &[RUBY]),
    ("rust", &[RUST]),
    ("scala", &[SCALA]),
    ("solidity", &[SOLIDITY]),
    ("swift", &[SWIFT]),
    ("tsx", &[TYPESCRIPT]),
    ("typescript", &[TYPESCRIPT]),
];

impl Language {
    /// Returns what may stand in the place of bodies, one set after the other in the order in which
    /// they are worth trying; none where no text type-checks in the place of any body.
    pub fn bodies(&self) -> &'static [&'static [Body]] {
        BODIES.iter().find(|(language, _)| *language == self.name).map_or(&[], |(_, bodies)| bodies)
    }
}
