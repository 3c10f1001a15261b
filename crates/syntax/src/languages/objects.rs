//! Programs that do several things with one object.

/// How such a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objects {
    /// What stands between statements.
    pub between: &'static str,
    /// A statement that defines the variable `$N`: `$V` is its value.
    pub variable: &'static str,
    /// The same with its type `$T`, where a type says more than the value; `None` if it never does.
    pub typed: Option<&'static str>,
    /// What stands before the name of a variable.
    pub sign: &'static str,
    /// What may stand around two operations whose results are both alive for a while: before,
    /// between and behind them. `None` if that is no different from two statements.
    pub alive: Option<(&'static str, &'static str, &'static str)>,
    /// A loop over the elements with the statement `$S`, for types that have a word in their name;
    /// that of all others stands last. Empty if objects may change in a loop over them.
    pub each: &'static [(&'static str, &'static str)],
    /// Words in the names of methods with which an object grows in a loop over it for ever.
    pub grow: &'static [&'static str],
}

impl Objects {
    /// A language in which a variable needs no word, and lines end statements.
    const SCRIPT: Objects = Objects {
        between: "\n",
        variable: "$N = $V",
        typed: None,
        sign: "",
        alive: None,
        each: &[],
        grow: &[],
    };
    /// JavaScript and its dialects.
    pub const ECMASCRIPT: Objects = Objects {
        between: "; ",
        variable: "const $N = $V",
        typed: Some("const $N: $T = $V"),
        ..Objects::SCRIPT
    };
    /// Python.
    pub const PYTHON: Objects = Objects {
        typed: Some("$N: $T = $V"),
        each: &[("", "for x in $N:\n    $S")],
        grow: &["append", "insert", "extend"],
        ..Objects::SCRIPT
    };
    /// PHP.
    pub const PHP: Objects = Objects {
        between: " ",
        variable: "$N = $V;",
        sign: "$",
        each: &[("", "foreach ($N as $x) { $S }")],
        ..Objects::SCRIPT
    };
    /// Ruby.
    pub const RUBY: Objects = Objects {
        each: &[("", "$N.each { $S }")],
        grow: &["push", "append", "insert", "unshift", "concat", "<<"],
        ..Objects::SCRIPT
    };
    /// Lua.
    pub const LUA: Objects = Objects {
        variable: "local $N = $V",
        each: &[("", "for x in pairs($N) do $S end")],
        grow: &["insert"],
        ..Objects::SCRIPT
    };
    /// Go.
    pub const GO: Objects = Objects {
        between: "; ",
        variable: "$N := $V",
        each: &[("", "for range $N { $S }")],
        ..Objects::SCRIPT
    };
    /// Java.
    pub const JAVA: Objects = Objects {
        between: " ",
        variable: "var $N = $V;",
        each: &[("Map", "for (var x : $N.keySet()) { $S }"), ("", "for (var x : $N) { $S }")],
        ..Objects::SCRIPT
    };
    /// C#.
    pub const C_SHARP: Objects = Objects { each: &[("", "foreach (var x in $N) { $S }")], ..Objects::JAVA };
    /// C++.
    pub const CPP: Objects = Objects {
        variable: "auto $N = $V;",
        each: &[("", "for (auto &x : $N) { (void)x; $S }")],
        ..Objects::JAVA
    };
    /// Rust: its compiler refuses most other failures of that kind.
    pub const RUST: Objects = Objects {
        between: " ",
        variable: concat!("#[", "allow(unused_mut)] let mut $N = $V;"),
        typed: Some(concat!("#[", "allow(unused_mut)] let mut $N: $T = $V;")),
        alive: Some(("let _ = (", ", ", ");")),
        ..Objects::SCRIPT
    };
}
