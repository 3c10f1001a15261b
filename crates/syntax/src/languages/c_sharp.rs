//! C#.

use super::bodies::Body;
use super::direct::{Access, DirectCall};
use super::language::{Comments, Language, Nesting, Quiet, Reader, Spacing};
use super::made::Made;
use super::members::Members;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::objects::Objects;
use super::source::{Package, Source};

const BODIES: &[Body] = &[
    Body::of_kind("method_declaration", "block", "{ throw null; }"),
    Body::of_kind("method_declaration", "arrow_expression_clause", "=> throw null"),
    Body::of_kind("operator_declaration", "block", "{ throw null; }"),
    Body::of_kind("local_function_statement", "block", "{ throw null; }"),
    Body::of_kind("accessor_declaration", "block", "{ throw null; }"),
    Body::of_kind("constructor_declaration", "block", "{ }"),
];

const MADE: &[Made] = &[
    Made::new("$T [ ]", "new $T[1]", "array_creation_expression"),
    Made::new("$T [ ]", "new $T[9]", "array_creation_expression"),
    Made::new("List < $T >", "new List<$T>()", "object_creation_expression"),
    Made::new("IEnumerable < $T >", "new $T[1]", "array_creation_expression"),
    Made::new("IList < $T >", "new $T[1]", "array_creation_expression"),
    Made::new("IReadOnlyList < $T >", "new $T[1]", "array_creation_expression"),
    Made::new("ICollection < $T >", "new $T[1]", "array_creation_expression"),
    Made::new("$N", "new $N()", "object_creation_expression"),
    Made::new("$W < $A >", "new $W<$A>()", "object_creation_expression"),
    Made::new("string", r#""""#, "string_literal"),
    Made::new("bool", "false", "boolean_literal"),
    Made::new("int", "0", "integer_literal"),
    Made::new("$T", "default($T)", "default_expression"),
];

/// What has a member, by the member's name.
const MEMBERS: &[Members] = &[(
    "\"\"",
    &[
        "EndsWith",
        "IndexOf",
        "Insert",
        "PadLeft",
        "PadRight",
        "Replace",
        "Split",
        "StartsWith",
        "Substring",
        "ToCharArray",
        "ToLower",
        "ToUpper",
        "Trim",
        "TrimEnd",
        "TrimStart",
    ],
)];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/c_sharp.tsv"),
    members: MEMBERS,
    discarded: Some(("object o = ", ";")),
    bound: Some(("var ", " = ", "; ")),
    holders: &["new int[0]", "\"\""],
    function: Some("x => 0"),
    result: " return 0;",
    line: &[("", "System.Console.WriteLine(\"$L\"); ")],
    printed: &[("", "System.Console.WriteLine(\"$L \" + (", "));")],
    objects: Some(Objects::C_SHARP),
    access: Access::Marked,
    values: &[
        ("char", "'0'"),
        ("Func<", "null"),
        ("Action<", "null"),
        ("Predicate<", "x => true"),
        ("Comparison<", "(x, y) => 0"),
    ],
    ..DirectCall::BRACES
};

pub(super) static C_SHARP: Language = Language {
    name: "c-sharp",
    aliases: &["c#", "csharp", "cs"],
    extensions: &["cs", "csx"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Angles,
    spacing: Spacing::Free { word_bytes: b"@" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/c-sharp.scm")],
        undefined: Undefined::MayRun,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["object", "int"],
        made: MADE,
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: Some(Quiet::first("#pragma warning disable 168, 169, 219, 414")),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_c_sharp::LANGUAGE.into(),
        node_types: tree_sitter_c_sharp::NODE_TYPES,
        rules: include_bytes!("../facts/data/c-sharp.rules"),
        locals: None,
        package: Package { name: "tree-sitter-c-sharp", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
