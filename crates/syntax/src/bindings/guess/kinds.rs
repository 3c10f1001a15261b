//! What the names of kinds tell of nodes, in whatever language.

use crate::tree::{KindId, NodeId, Tree};

/// What a kind is, as far as its name tells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kind {
    /// A comment.
    pub(super) comment: bool,
    /// A literal: no names are in it.
    pub(super) literal: bool,
    /// A text in which expressions may stand.
    pub(super) interpolates: bool,
    /// It holds members: a class, a module.
    pub(super) class: bool,
    /// It brings names from elsewhere.
    pub(super) import: bool,
    /// A name in it is used, whatever its field is called.
    pub(super) use_like: bool,
    /// It uses a member of what stands first.
    pub(super) access: bool,
    /// It declares a type, of which the parts are known outside as well.
    pub(super) type_like: bool,
    /// It lists what others may use.
    pub(super) export: bool,
    /// It stands before what it is about.
    pub(super) attached: bool,
    /// It gives a value to a name.
    pub(super) assigns: bool,
    /// It changes a value that was given before.
    pub(super) augments: bool,
    /// A word of the language.
    pub(super) word: bool,
    /// A parameter, or a list of them.
    pub(super) parameter: bool,
    /// A function, whatever it is called.
    pub(super) function: bool,
    /// It holds a list of other things.
    pub(super) list: bool,
    /// It declares something.
    pub(super) declares: bool,
    /// A name in it is bound by what happens, not by a declaration: a case, a loop.
    pub(super) passing: bool,
    /// Its first name is its own, though no field says so.
    pub(super) named_first: bool,
    /// A constructor of objects: it is used without its name.
    pub(super) constructor: bool,
    /// An implementation of something for something.
    pub(super) instance: bool,
    /// It makes of a node one that defines nothing: an element of an array, a call.
    pub(super) opaque: bool,
    /// It is an attribute of something.
    pub(super) attribute: bool,
    /// What it names is above.
    pub(super) heritage: bool,
    /// A name with the path to it.
    pub(super) path: bool,
}

/// All kinds of one tree's language that are in the tree.
pub(super) struct Kinds {
    known: Vec<Option<Box<Kind>>>,
}

impl Kinds {
    pub(super) fn of(tree: &Tree) -> Kinds {
        let mut known: Vec<Option<Box<Kind>>> = Vec::new();
        for node in tree.preorder(tree.root()) {
            let index = usize::from(tree.kind(node).0);
            if known.len() <= index {
                known.resize_with(index + 1, || None);
            }
            if known[index].is_none() {
                known[index] = Some(Box::new(kind(tree.kind_name(node))));
            }
        }
        Kinds { known }
    }

    fn at(&self, kind: KindId) -> &Kind {
        self.known[usize::from(kind.0)].as_ref().expect("all kinds of the tree are known")
    }

    pub(super) fn of_node(&self, tree: &Tree, node: NodeId) -> &Kind {
        self.at(tree.kind(node))
    }
}

/// Reads the name of a kind: grammars differ in their kinds and share the words of which those are
/// made.
fn kind(name: &str) -> Kind {
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let starts = |parts: &[&str]| parts.iter().any(|part| name.starts_with(part));
    let ends = |parts: &[&str]| parts.iter().any(|part| name.ends_with(part));
    let text = starts(&["string", "char", "template_string", "encapsed", "raw_string", "interpreted_string"])
        || starts(&["rune", "regex", "heredoc"])
        || ends(&["string_literal", "char_literal"]);
    let word = name != "type_identifier"
        && (has(&["primitive", "predefined", "builtin", "modifier", "visibility"])
            || matches!(name, "crate" | "super" | "self" | "this" | "inferred_type" | "wildcard"));
    let parameter = has(&["param", "lambda", "closure", "formal"]);
    let access = has(&["member_", "_member", "field_expr", "field_access", "selector", "navigation"])
        || matches!(name, "attribute" | "method_invocation" | "projection");
    let passing =
        has(&["case", "arm", "for_", "alternative", "clause", "catch", "except", "generator", "match_"])
            || has(&["with_item", "comprehension"]);
    Kind {
        comment: has(&["comment", "haddock"]),
        literal: text || has(&["number", "integer", "float"]) || matches!(name, "label" | "boolean"),
        interpolates: text,
        class: has(&["class", "interface", "trait", "impl_item", "implementation", "instance", "enum_decl"])
            || has(&["enum_constant", "object_decl", "namespace_def", "internal_module", "struct_decl"])
            || has(&["protocol_decl", "enum_def", "contract_decl", "library_decl", "companion_object"])
            || starts(&[
                "module",
                "mod_item",
                "package_d",
                "object_def",
                "functor",
                "package_b",
                "architecture",
            ]),
        import: is_import_kind(name),
        use_like: has(&["call", "invocation", "scoped", "qualified", "access", "member_expr", "selector"])
            || has(&[
                "field_expr",
                "attribute",
                "keyword_arg",
                "field_init",
                "generic",
                "argument",
                "creation",
            ])
            || has(&[
                "labeled",
                "record_expr",
                "record_pat",
                "jsx",
                "module_path",
                "user_type",
                "method_ref",
            ])
            || has(&["instance"])
            || ends(&["_expression"])
            || starts(&["apply", "exp"]),
        access,
        type_like: has(&[
            "enum", "struct", "data", "type_", "_type", "union", "newtype", "record", "variant",
        ]) || has(&["constructor", "typedef", "synonym"]),
        export: starts(&["export"]) || matches!(name, "header" | "fixity"),
        attached: is_attached_kind(name),
        assigns: has(&["assign", "short_var", "bind", "range_clause", "declarat", "definition", "with_item"])
            || has(&["as_pattern"])
            || starts(&["let", "for_"]),
        augments: has(&["augment", "compound_assign"]),
        word,
        parameter,
        function: has(&["function", "lambda", "closure", "method", "procedure", "arrow", "subroutine"])
            && !has(&["call", "type", "invocation"]),
        list: has(&["body", "block", "list", "declarations", "statements", "members", "section"]),
        declares: has(&["decl", "defin", "spec", "assign", "bind", "short_var", "property", "signature"])
            || starts(&["let", "val", "local", "const"]),
        passing,
        named_first: named_first(name),
        constructor: has(&["constructor"]) && !has(&["type", "data"]),
        instance: has(&["impl", "instance"]) && !has(&["simple"]),
        opaque: matches!(name, "attribute" | "subscript" | "element_reference")
            || ends(&["member_expression", "field_expression", "selector_expression", "index_expression"])
            || ends(&["subscript_expression", "call_expression", "access_expression", "unary_expression"])
            || ends(&["scoped_call_expression", "invocation", "pointer_expression", "navigation_expression"]),
        attribute: has(&["attribute"]),
        heritage: has(&[
            "heritage",
            "super",
            "base_clause",
            "extends",
            "implements",
            "inherit",
            "delegation",
        ]),
        path: has(&[
            "scoped_identifier",
            "scoped_type",
            "dotted_name",
            "qualified",
            "selected",
            "namespace_name",
        ]) || ends(&["module", "stable_identifier"])
            || name == "identifier",
    }
}

/// Whether nodes of this kind stand before what they are about.
fn is_attached_kind(name: &str) -> bool {
    matches!(
        name,
        "attribute_item" | "decorator" | "attribute_list" | "annotation" | "pragma" | "attribute_specifier"
    )
}

/// Whether nodes of this kind bring names from elsewhere.
fn is_import_kind(name: &str) -> bool {
    let begins = ["import", "open", "using_d"].iter().any(|start| name.starts_with(start));
    let has = ["import_state", "import_decl", "import_from", "use_decl", "namespace_use"];
    let ends = ["use_clause", "library_clause", "using_directive"];
    begins || has.iter().any(|part| name.contains(part)) || ends.iter().any(|end| name.ends_with(end))
}

/// Whether a node brings names from elsewhere.
pub(crate) fn is_import(tree: &Tree, node: NodeId) -> bool {
    tree.is_named(node) && is_import_kind(tree.kind_name(node))
}

/// Whether a node stands before what it is about, such as an attribute.
pub(crate) fn is_attached(tree: &Tree, node: NodeId) -> bool {
    tree.is_named(node) && is_attached_kind(tree.kind_name(node))
}

/// Whether nodes of this kind begin with the name that they define.
fn named_first(name: &str) -> bool {
    let of_data = ["data", "value", "constructor", "newtype"].iter().any(|part| name.contains(part))
        && ["constructor", "specification", "declaration", "name"].iter().any(|part| name.ends_with(part));
    of_data && name != "value_path"
        || name.starts_with("const_element")
        || name.contains("property_element")
        || name.contains("enum_case")
        || name.contains("constructor_declaration")
        || name.contains("simple_parameter")
        || matches!(
            name,
            "enumerator" | "module_binding" | "module_type_definition" | "parameter" | "enum_entry"
        )
}

/// Whether what stands in a field is not what a node defines.
pub(super) fn is_no_definition(field: &str) -> bool {
    matches!(
        field,
        "type"
            | "value"
            | "parameters"
            | "arguments"
            | "size"
            | "path"
            | "right"
            | "default_value"
            | "constructor"
            | "function"
            | "body"
    )
}

/// Whether names that are defined in a field are known only there.
pub(super) fn is_inner(field: &str) -> bool {
    matches!(
        field,
        "body"
            | "value"
            | "right"
            | "condition"
            | "consequence"
            | "alternative"
            | "parameters"
            | "arguments"
            | "return_type"
            | "function"
            | "object"
            | "match"
            | "default_value"
            | "expression"
            | "argument"
            | "result"
            | "result_type"
            | "patterns"
            | "index"
            | "update"
            | "superclass"
            | "interfaces"
            | "init"
            | "initializer"
            | "operand"
            | "size"
            | "path"
            | "trait"
            | "context"
            | "subject"
            | "type_parameters"
            | "binds"
            | "cond"
            | "module_name"
    )
}

/// Whether a node may be a name: a leaf with a kind that has one, and is no literal and no word of
/// the language.
pub(super) fn is_name(tree: &Tree, kinds: &Kinds, node: NodeId) -> bool {
    const LONGEST: usize = 80;
    let kind = kinds.of_node(tree, node);
    let text = tree.text_of(node);
    let begins =
        |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'@' | b'%') || 0x80 <= byte;
    let is_operator = |kind: &str| kind.contains("operator") || kind.contains("value_name");
    tree.is_leaf(node)
        && (tree.is_named(node) && !tree.is_extra(node))
        && !(kind.comment || kind.literal || kind.word)
        && (1..LONGEST).contains(&text.len())
        && (begins(text[0]) || is_operator(tree.kind_name(node)))
}
