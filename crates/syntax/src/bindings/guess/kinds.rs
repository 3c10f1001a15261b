//! What the names of kinds reveal about nodes, in any language.

use crate::tree::{KindId, NodeId, Tree};

/// The properties of a kind that its name reveals.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kind {
    /// It is a comment.
    pub(super) comment: bool,
    /// It is an instruction to the compiler, which names definitions in its text.
    pub(super) pragma: bool,
    /// It is a literal, which contains no names.
    pub(super) literal: bool,
    /// It is a text that may contain expressions.
    pub(super) interpolates: bool,
    /// It has members: a class, a module.
    pub(super) class: bool,
    /// It is an import.
    pub(super) import: bool,
    /// Names in it are uses, whatever their field is called.
    pub(super) use_like: bool,
    /// It accesses a member of its first child.
    pub(super) access: bool,
    /// It declares a type whose parts are visible outside as well.
    pub(super) type_like: bool,
    /// It lists exported names.
    pub(super) export: bool,
    /// It precedes the node that it describes, like an attribute.
    pub(super) attached: bool,
    /// It assigns a value to a name.
    pub(super) assigns: bool,
    /// It updates a value that was assigned before.
    pub(super) augments: bool,
    /// It is a keyword.
    pub(super) word: bool,
    /// It is a parameter, or a list of parameters.
    pub(super) parameter: bool,
    /// It is a function of any sort.
    pub(super) function: bool,
    /// It is a list of other nodes.
    pub(super) list: bool,
    /// It is a declaration.
    pub(super) declares: bool,
    /// It binds names without a declaration: a case, a loop.
    pub(super) passing: bool,
    /// Its first name is its own, although no field marks it.
    pub(super) named_first: bool,
    /// It is a constructor, which is used without its name.
    pub(super) constructor: bool,
    /// It is an instance or implementation of one thing for another.
    pub(super) instance: bool,
    /// Names below it are not definitions: an element of an array, a call.
    pub(super) opaque: bool,
    /// It is an attribute.
    pub(super) attribute: bool,
    /// It names the parents of a type.
    pub(super) heritage: bool,
    /// It is a name with a path.
    pub(super) path: bool,
}

/// The kinds that occur in one tree.
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

/// Classifies a kind by the words in its name: grammars have different kinds, but share these
/// words.
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
    let parameter = has(&["param", "lambda", "closure", "formal"]) || name == "patterns";
    let access = has(&["member_", "_member", "field_expr", "field_access", "selector", "navigation"])
        || matches!(name, "attribute" | "method_invocation" | "projection");
    let passing =
        has(&["case", "arm", "for_", "alternative", "clause", "catch", "except", "generator", "match_"])
            || has(&["with_item", "comprehension"]);
    Kind {
        comment: has(&["comment", "haddock"]),
        pragma: has(&["pragma"]),
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
            || ends(&["_expression", "_name"])
            || starts(&["apply", "exp"]),
        access,
        type_like: has(&[
            "enum", "struct", "data", "type_", "_type", "union", "newtype", "record", "variant",
        ]) || has(&["constructor", "typedef", "synonym"]),
        export: starts(&["export", "optional_callbacks"]) || matches!(name, "header" | "fixity"),
        attached: is_attached_kind(name),
        assigns: has(&["assign", "short_var", "bind", "range_clause", "declarat", "definition", "with_item"])
            || has(&["as_pattern"])
            || starts(&["let", "for_"])
            || matches!(name, "match_expr" | "generator"),
        augments: has(&["augment", "compound_assign"]),
        word,
        parameter,
        function: (has(&["function", "lambda", "closure", "method", "procedure", "arrow", "subroutine"])
            || starts(&["subprogram", "task_"]))
            && !has(&["call", "type", "invocation", "specification"]),
        list: has(&["body", "block", "list", "declarations", "statements", "members", "section"]),
        declares: has(&["decl", "defin", "spec", "assign", "bind", "short_var", "property", "signature"])
            || starts(&["let", "val", "local", "const"])
            || matches!(name, "function" | "match_expr"),
        passing,
        named_first: named_first(name),
        constructor: has(&["constructor"]) && !has(&["type", "data"]),
        instance: has(&["impl", "instance"]) && !has(&["simple"])
            || matches!(name, "architecture_definition" | "package_definition"),
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

/// Whether nodes of this kind precede the node that they describe.
fn is_attached_kind(name: &str) -> bool {
    matches!(
        name,
        "attribute_item" | "decorator" | "attribute_list" | "annotation" | "pragma" | "attribute_specifier"
    )
}

/// Whether nodes of this kind are imports.
fn is_import_kind(name: &str) -> bool {
    let begins = ["import", "open", "using_d"].iter().any(|start| name.starts_with(start));
    let has = ["import_state", "import_decl", "import_from", "use_decl", "namespace_use"];
    let ends = ["use_clause", "library_clause", "using_directive"];
    let is_one =
        begins || has.iter().any(|part| name.contains(part)) || ends.iter().any(|end| name.ends_with(end));
    is_one && !is_list_of_imports(name)
}

/// Whether nodes of this kind only hold imports.
fn is_list_of_imports(name: &str) -> bool {
    matches!(name, "imports" | "import_list")
}

/// Whether nodes of this kind, directly below the root, only hold what can be removed.
pub(super) fn is_frame(name: &str) -> bool {
    is_list_of_imports(name) || matches!(name, "declarations" | "header")
}

/// Whether a node is an import.
pub(crate) fn is_import(tree: &Tree, node: NodeId) -> bool {
    // Of Fortran. Perl has statements of this kind that import nothing.
    let is_of_module = |child: NodeId| tree.kind_name(child) == "module_name";
    let kind = tree.kind_name(node);
    tree.is_named(node)
        && (is_import_kind(kind) || kind == "use_statement" && tree.children(node).any(is_of_module))
}

/// Whether a node precedes the node that it describes, like an attribute.
pub(crate) fn is_attached(tree: &Tree, node: NodeId) -> bool {
    // In Elixir, some attributes of a module are about the next function.
    const OF_NEXT: [&[u8]; 4] = [b"@doc ", b"@impl ", b"@deprecated ", b"@since "];
    let is_of_next = || OF_NEXT.iter().any(|start| tree.text_of(node).starts_with(start));
    let kind = tree.kind_name(node);
    tree.is_named(node) && (is_attached_kind(kind) || kind == "unary_operator" && is_of_next())
}

/// Whether nodes of this kind begin with the name that they define.
fn named_first(name: &str) -> bool {
    let of_data = ["data", "value", "constructor", "newtype"].iter().any(|part| name.contains(part))
        && ["constructor", "specification", "declaration", "name"].iter().any(|part| name.ends_with(part));
    of_data && name != "value_path"
        || name.starts_with("const_element")
        || name.ends_with("decl_assignment")
        || name.ends_with("param_assignment")
        || name.contains("property_element")
        || name.contains("enum_case")
        || name.contains("constructor_declaration")
        || name.contains("simple_parameter")
        || matches!(
            name,
            "enumeration_literal"
                | "enumerator"
                | "module_binding"
                | "module_type_definition"
                | "parameter"
                | "enum_entry"
        )
}

/// Whether a field holds something other than the name that a node defines.
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

/// Whether names that are defined in a field are visible only there.
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
            | "args"
            | "pat"
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

/// Whether a node may be a name: a named leaf that is neither a literal nor a keyword.
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
