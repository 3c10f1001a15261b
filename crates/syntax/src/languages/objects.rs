//! Programs that do several things with one object.

/// How such a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objects {
    /// What stands between statements.
    pub between: &'static str,
    /// A statement that defines the variable: `$V` is its value.
    pub variable: &'static str,
    /// The same with its type `$T`, where a type says more than the value; `None` if it never does.
    pub typed: Option<&'static str>,
    /// The variable.
    pub name: &'static str,
    /// What may stand around two operations whose results are both alive for a while: before,
    /// between and behind them. `None` if that is no different from two statements.
    pub alive: Option<(&'static str, &'static str, &'static str)>,
    /// A loop over the elements with the statement `$S`, for types that have a word in their name;
    /// that of all others stands last. Empty if objects that change in a loop over them are no
    /// failure.
    pub each: &'static [(&'static str, &'static str)],
}

impl Objects {
    /// JavaScript and its dialects.
    pub const ECMASCRIPT: Objects = Objects {
        between: "; ",
        variable: "const v = $V",
        typed: Some("const v: $T = $V"),
        name: "v",
        alive: None,
        each: &[("", "for (const _ of v) { $S }")],
    };
    /// Python.
    pub const PYTHON: Objects = Objects {
        between: "\n",
        variable: "v = $V",
        typed: Some("v: $T = $V"),
        name: "v",
        alive: None,
        each: &[("", "for x in v:\n    $S")],
    };
    /// PHP.
    pub const PHP: Objects = Objects {
        between: " ",
        variable: "$v = $V;",
        typed: None,
        name: "$v",
        alive: None,
        each: &[("", "foreach ($v as $x) { $S }")],
    };
    /// Ruby.
    pub const RUBY: Objects = Objects {
        between: "\n",
        variable: "v = $V",
        typed: None,
        name: "v",
        alive: None,
        each: &[("", "v.each { $S }")],
    };
    /// Lua.
    pub const LUA: Objects = Objects {
        between: "\n",
        variable: "local v = $V",
        typed: None,
        name: "v",
        alive: None,
        each: &[("", "for x in pairs(v) do $S end")],
    };
    /// Go.
    pub const GO: Objects = Objects {
        between: "; ",
        variable: "v := $V",
        typed: None,
        name: "v",
        alive: None,
        each: &[("", "for range v { $S }")],
    };
    /// Java.
    pub const JAVA: Objects = Objects {
        between: " ",
        variable: "var v = $V;",
        typed: None,
        name: "v",
        alive: None,
        each: &[("Map", "for (var x : v.keySet()) $S"), ("", "for (var x : v) $S")],
    };
    /// C#.
    pub const C_SHARP: Objects = Objects { each: &[("", "foreach (var x in v) $S")], ..Objects::JAVA };
    /// C++.
    pub const CPP: Objects = Objects {
        variable: "auto v = $V;",
        each: &[("", "for (auto &x : v) { (void)x; $S }")],
        ..Objects::JAVA
    };
    /// Rust: its compiler refuses most other failures of that kind.
    pub const RUST: Objects = Objects {
        between: " ",
        variable: "let v = $V;",
        typed: Some("let v: $T = $V;"),
        name: "v",
        alive: Some(("let _ = (", ", ", ");")),
        each: &[],
    };
}
