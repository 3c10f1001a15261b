//! Java.

use super::bodies::Body;
use super::direct::{Access, DirectCall};
use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::made::Made;
use super::members::Members;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::objects::Objects;
use super::source::{Package, Source};

const BODIES: &[Body] =
    &[Body::new("method_declaration", "{ throw null; }"), Body::new("constructor_declaration", "{ }")];

const MADE: &[Made] = &[
    Made::new("$T [ ]", "new $T[1]", "array_creation_expression"),
    Made::new("$T [ ]", "new $T[9]", "array_creation_expression"),
    Made::new("List < $T >", "new java.util.ArrayList<$T>()", "object_creation_expression"),
    Made::new("Map < $T , $U >", "new java.util.HashMap<$T, $U>()", "object_creation_expression"),
    Made::new("Set < $T >", "new java.util.HashSet<$T>()", "object_creation_expression"),
    Made::new("Optional < $T >", "java.util.Optional.empty()", "method_invocation"),
    Made::new("$N", "new $N()", "object_creation_expression"),
    Made::new("$W < $A >", "new $W<$A>()", "object_creation_expression"),
    Made::new("String", r#""""#, "string_literal"),
    Made::new("boolean", "false", "false"),
    Made::new("int", "0", "decimal_integer_literal"),
    Made::new("$W", "null", "null_literal"),
    Made::new("$W < $A >", "null", "null_literal"),
    Made::new("$T [ ]", "null", "null_literal"),
];

/// What has a member, by the member's name.
const MEMBERS: &[Members] = &[
    (
        "\"\"",
        &[
            "charAt",
            "chars",
            "codePointAt",
            "compareToIgnoreCase",
            "concat",
            "endsWith",
            "equalsIgnoreCase",
            "formatted",
            "getBytes",
            "indent",
            "isBlank",
            "lines",
            "matches",
            "repeat",
            "replaceAll",
            "replaceFirst",
            "split",
            "startsWith",
            "strip",
            "substring",
            "toCharArray",
            "toLowerCase",
            "toUpperCase",
            "trim",
        ],
    ),
    (
        "new java.util.ArrayList<Integer>()",
        &["add", "addAll", "get", "iterator", "listIterator", "removeIf", "set", "stream", "subList"],
    ),
    ("new java.util.ArrayDeque<Integer>()", &["element", "poll", "pop", "push"]),
    ("new java.util.HashMap<Integer, Integer>()", &["computeIfAbsent", "entrySet", "keySet", "merge", "put"]),
    ("java.util.Optional.empty()", &["orElseThrow"]),
];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/java.tsv"),
    members: MEMBERS,
    discarded: Some(("Object o = ", ";")),
    holders: &["new java.util.ArrayList<Integer>()", "\"\""],
    function: Some("x -> { throw null; }"),
    line: &[("", "System.out.println(\"$L\"); ")],
    printed: &[("", "System.out.println(\"$L \" + (", "));")],
    objects: Some(Objects::JAVA),
    access: Access::InOutermost,
    values: &[
        ("char", "'0'"),
        ("Character", "'0'"),
        ("byte", "(byte) 0"),
        ("short", "(short) 0"),
        ("Long", "0L"),
        ("Double", "0.0"),
        ("Function<", "x -> null"),
        ("BiFunction<", "(x, y) -> null"),
        ("Supplier<", "() -> null"),
        ("Consumer<", "x -> {}"),
        ("Comparator<", "(x, y) -> 0"),
        ("Predicate<", "x -> true"),
    ],
    ..DirectCall::BRACES
};

pub(super) static JAVA: Language = Language {
    name: "java",
    aliases: &[],
    extensions: &["java"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Angles,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/java.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["Integer", "Object"],
        made: MADE,
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_java::LANGUAGE.into(),
        node_types: tree_sitter_java::NODE_TYPES,
        rules: include_bytes!("../facts/data/java.rules"),
        locals: None,
        package: Package { name: "tree-sitter-java", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
