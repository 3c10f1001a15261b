//! Function bodies that type-check in place of any other body.

/// A replacement for the bodies of one kind of definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// The kind of the definition's node.
    pub definition: &'static str,
    /// Which child of the definition is the body.
    pub part: Part,
    /// The replacement; empty to remove the body.
    pub instead: &'static str,
    /// Other nodes of the definition that change with the body.
    pub with_body: &'static [NodeChange],
}

/// Nodes that change with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeChange {
    /// Their kind.
    pub kind: &'static str,
    /// How their text begins.
    pub begins: &'static str,
    /// Their replacement; empty to remove them.
    pub instead: &'static str,
}

/// How the body is found among the children of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// By its field.
    Field(&'static str),
    /// By its field, if it is of this kind.
    FieldOfKind(&'static str, &'static str),
    /// By its kind, if its text begins like this.
    Kind(&'static str, &'static str),
}

impl NodeChange {
    /// Nodes of a kind whose text begins with `begins` are removed.
    pub const fn removal(kind: &'static str, begins: &'static str) -> NodeChange {
        NodeChange { kind, begins, instead: "" }
    }
}

impl Body {
    /// C: a definition becomes a declaration.
    pub const C_PROTOTYPE: &'static [Body] = &[Body::new("function_definition", ";")];
    /// C, in dialects in which an undefined function is an error.
    pub const C_ENDLESS: &'static [Body] = &[Body::new("function_definition", "{ for (;;); }")];
    /// TypeScript, with and without JSX.
    pub const TYPESCRIPT: &'static [Body] = &[
        Body::new("function_declaration", "{ throw 0 }"),
        Body::new("method_definition", "{ throw 0 }"),
        Body::new("function_expression", "{ throw 0 }"),
        Body::of_kind("arrow_function", "statement_block", "{ throw 0 }"),
        Body::new("generator_function", "{ throw 0 }"),
        Body::new("generator_function_declaration", "{ throw 0 }"),
    ];

    /// Definitions of a kind, whose body is in the field `body`.
    pub const fn new(definition: &'static str, instead: &'static str) -> Body {
        Body { definition, part: Part::Field("body"), instead, with_body: &[] }
    }

    /// Definitions of a kind, whose body is in the field `body` and of the given kind.
    pub const fn of_kind(definition: &'static str, kind: &'static str, instead: &'static str) -> Body {
        Body { definition, part: Part::FieldOfKind("body", kind), instead, with_body: &[] }
    }
}
