//! Bodies that type-check in the place of any other.

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

impl Along {
    /// Nodes of a kind whose text begins so go.
    pub const fn gone(kind: &'static str, begins: &'static str) -> Along {
        Along { kind, begins, instead: "" }
    }
}

impl Body {
    /// C: a definition becomes a declaration.
    pub const C_PROTOTYPE: &'static [Body] = &[Body::new("function_definition", ";")];
    /// C, where a function that is not defined is an error.
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

    /// Definitions of a kind, whose body is the field `body`.
    pub const fn new(definition: &'static str, instead: &'static str) -> Body {
        Body { definition, part: Part::Field("body"), instead, along: &[] }
    }

    /// Definitions of a kind, whose body is the field `body` where it is of a kind.
    pub const fn of_kind(definition: &'static str, kind: &'static str, instead: &'static str) -> Body {
        Body { definition, part: Part::FieldOfKind("body", kind), instead, along: &[] }
    }
}
