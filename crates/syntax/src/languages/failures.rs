//! What a language or its library fails with, whatever a program does.

/// A statement that fails with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The words of the message, in small letters: one of each group.
    pub words: &'static [&'static [&'static str]],
    /// What the text must have, such as a header; empty if nothing.
    pub needs: &'static str,
    /// The statement; `$T` is the first text that the message has in quotes.
    pub statement: &'static str,
}

const fn failure(words: Words, statement: &'static str) -> Failure {
    with("", words, statement)
}

const fn with(needs: &'static str, words: Words, statement: &'static str) -> Failure {
    Failure { words, needs, statement }
}

type Words = &'static [&'static [&'static str]];

const HEAP_BUFFER: Words = &[&["heap"], &["buffer"], &["overflow"]];
const AFTER_FREE: Words = &[&["heap"], &["use"], &["after"], &["free"]];
const STACK: Words = &[&["stack"], &["buffer"], &["overflow"]];
const GLOBAL: Words = &[&["global"], &["buffer"], &["overflow"]];
const OVERFLOW: &[&str] = &["overflow", "overflows", "overflowed"];
const RECURSION: &[&[&str]] = &[&["stack"], &["overflow", "overflowed", "exceeded", "exceeds", "deep"]];

const STACK_OF_CALLS: Failure = failure(&[&["maximum"], &["call"], &["stack"]], "(function f() { f(); })();");
const CIRCLE: Failure =
    failure(&[&["circular"], &["structure"]], "const a = { b: {} }; a.b = a; JSON.stringify(a);");
const LENGTH_OF_ARRAY: Failure = failure(&[&["invalid"], &["array"], &["length"]], "new Array(-1);");
const TIME: Failure = failure(&[&["invalid"], &["time"], &["value"]], "new Date(NaN).toISOString();");
const RADIX: Failure = failure(&[&["radix"], &["argument"]], "(0).toString(1);");
const DIGITS: Failure = failure(&[&["digits"], &["argument"]], "(0).toFixed(101);");
const URI: Failure = failure(&[&["uri"], &["malformed"]], "decodeURIComponent(\"%\");");
const END_OF_JSON: Failure = failure(&[&["end"], &["json"], &["input"]], "JSON.parse(\"\");");
const EXPRESSION: Failure = failure(&[&["unterminated"], &["group"]], "new RegExp(\"(\");");
const STACK_BUFFER: Failure = failure(STACK, "volatile int i = 1; volatile int a[1] = {0}; i = a[i];");
const STACK_BUFFER_WRITTEN: Failure =
    failure(STACK, "volatile int i = 1; volatile int a[1] = {0}; i = a[i] = 0;");
const GLOBAL_BUFFER: Failure = failure(GLOBAL, "volatile int i = 1; static volatile int a[1]; i = a[i];");
const GLOBAL_BUFFER_WRITTEN: Failure =
    failure(GLOBAL, "volatile int i = 1; static volatile int a[1]; i = a[i] = 0;");
const ADDED: Failure =
    failure(&[&["signed"], &["integer"], &["overflow"]], "volatile int i = 2147483647; i = i + 1;");
const SHIFTED: Failure =
    failure(&[&["shift"], &["exponent"], &["large"]], "volatile int i = 32; i = 1 << i;");
const SHIFTED_BY_LESS: Failure =
    failure(&[&["shift"], &["exponent"], &["negative"]], "volatile int i = -1; i = 1 << i;");
const NULL_READ: Failure =
    failure(&[&["null", "segv"], &["pointer", "address"]], "int *volatile p = 0; *p += 1;");
const NULL_WRITTEN: Failure =
    failure(&[&["null", "segv"], &["pointer", "address"]], "int *volatile p = 0; *p = 0;");
const RECURSION_OF_MAIN: Failure =
    failure(&[&["addresssanitizer"], &["stack"], &["overflow"]], "volatile int i = 1; if (i) i = main();");

impl Failure {
    /// Those of C, of which most are reports of a sanitizer.
    pub const C: &'static [Failure] = &[
        with("stdlib.h", HEAP_BUFFER, "volatile int i = 1; volatile int *p = malloc(sizeof i); i = p[i];"),
        with("stdlib.h", HEAP_BUFFER, "volatile int i = 1; volatile int *p = malloc(sizeof i); p[i] = 0;"),
        with("stdlib.h", HEAP_BUFFER, "volatile char i = 1; volatile char *p = malloc(1); i = p[(int)i];"),
        with("stdlib.h", HEAP_BUFFER, "volatile int i = 1; volatile char *p = malloc(1); p[i] = 0;"),
        with(
            "stdlib.h",
            AFTER_FREE,
            "volatile int i = 0; int *volatile p = malloc(sizeof i); free(p); i = *p;",
        ),
        with("stdlib.h", AFTER_FREE, "int *volatile p = malloc(sizeof(int)); free(p); *p = 0;"),
        with("stdlib.h", &[&["double"], &["free"]], "void *volatile p = malloc(1); free(p); free(p);"),
        with("stdlib.h", &[&["memory"], &["leaks", "lost"]], "void *volatile p = malloc(1); p = 0; (void)p;"),
        STACK_BUFFER,
        STACK_BUFFER_WRITTEN,
        GLOBAL_BUFFER,
        GLOBAL_BUFFER_WRITTEN,
        ADDED,
        SHIFTED,
        SHIFTED_BY_LESS,
        NULL_READ,
        NULL_WRITTEN,
        RECURSION_OF_MAIN,
    ];

    /// Those of C++.
    pub const CPP: &'static [Failure] = &[
        with("variant", &[&["bad"], &["variant"], &["access"]], "std::get<1>(std::variant<int, char>());"),
        with("optional", &[&["bad"], &["optional"], &["access"]], "(void)std::optional<int>().value();"),
        with("functional", &[&["bad"], &["function"], &["call"]], "std::function<void()>()();"),
        with("<any>", &[&["bad"], &["any"], &["cast"]], "std::any_cast<int>(std::any());"),
        with("vector", &[&["vector"], &["larger"], &["max"], &["size"]], "std::vector<int> v(-1);"),
        failure(HEAP_BUFFER, "volatile int i = 1; volatile int *p = new int[1]; i = p[i];"),
        failure(HEAP_BUFFER, "volatile int i = 1; volatile int *p = new int[1]; p[i] = 0;"),
        failure(AFTER_FREE, "int *volatile p = new int; delete p; *p += 1;"),
        failure(AFTER_FREE, "int *volatile p = new int; delete p; *p = 0;"),
        failure(&[&["double"], &["free"]], "int *volatile p = new int; delete p; delete p;"),
        failure(&[&["memory"], &["leaks", "lost"]], "int *volatile p = new int; p = nullptr; (void)p;"),
        STACK_BUFFER,
        STACK_BUFFER_WRITTEN,
        GLOBAL_BUFFER,
        GLOBAL_BUFFER_WRITTEN,
        ADDED,
        SHIFTED,
        SHIFTED_BY_LESS,
        NULL_READ,
        NULL_WRITTEN,
    ];

    /// Those of C#.
    pub const C_SHARP: &'static [Failure] = &[
        failure(RECURSION, "System.Action f = null; f = () => f(); f();"),
        failure(&[&["nullreferenceexception"]], "string s = null; _ = s.Length;"),
        failure(&[&["invalidcastexception"]], "_ = (int)(object)\"\";"),
        failure(&[&["indexoutofrangeexception"]], "_ = new int[0][0];"),
        failure(&[&["dividebyzeroexception"]], "int z = 0; z = 1 / z;"),
        failure(&[&["overflowexception"]], "int z = int.MaxValue; checked { z++; }"),
        failure(&[&["formatexception"]], "int.Parse(\"\");"),
        failure(&[&["nullable"], &["must"], &["value"]], "int? z = null; _ = z.Value;"),
    ];

    /// Those of Go.
    pub const GO: &'static [Failure] = &[
        failure(RECURSION, "main()"),
        failure(&[&["nil"], &["pointer"], &["dereference"]], "var p *int; *p = 0"),
        failure(&[&["nil"], &["map"], &["assignment"]], "var m map[int]int; m[0] = 0"),
        failure(&[&["deadlock", "asleep"]], "select {}"),
        failure(&[&["integer"], &["divide"], &["zero"]], "v := 0; _ = 1 / v"),
        failure(&[&["negative"], &["shift"]], "v := -1; _ = 1 << v"),
        failure(&[&["interface"], &["conversion"], &["string"], &["int"]], "var v any = \"\"; _ = v.(int)"),
        failure(&[&["interface"], &["conversion"], &["nil"]], "var v any; _ = v.(int)"),
        failure(&[&["makeslice"]], "v := -1; _ = make([]int, v)"),
        failure(&[&["hash"], &["unhashable"]], "var v any = []int{}; _ = map[any]int{v: 0}"),
        failure(&[&["comparing"], &["uncomparable"]], "var v any = []int{}; _ = v == v"),
        failure(&[&["close"], &["nil"], &["channel"]], "var c chan int; close(c)"),
        with("\"sync\"", &[&["negative"], &["waitgroup"]], "new(sync.WaitGroup).Done()"),
        with("\"sync\"", &[&["unlocked"], &["mutex"]], "new(sync.Mutex).Unlock()"),
    ];

    /// Those of Java.
    pub const JAVA: &'static [Failure] = &[
        failure(&[&["stackoverflowerror"]], "main(null);"),
        failure(&[&["arithmeticexception"], &["zero"]], "int a = 0; a /= a;"),
        failure(&[&["nullpointerexception"]], "((Object) null).hashCode();"),
        failure(&[&["negativearraysizeexception"]], "int a = -1; a = new int[a].length;"),
        failure(&[&["classcastexception"]], "Object o = \"\"; o = (Integer) o;"),
        failure(&[&["arraystoreexception"]], "Object[] a = new String[1]; a[0] = 0;"),
        failure(&[&["unsupportedoperationexception"]], "java.util.List.of().add(null);"),
        failure(&[&["nosuchelementexception"], &["present"]], "java.util.Optional.empty().get();"),
        failure(&[&["nosuchelementexception"]], "java.util.Collections.emptyIterator().next();"),
        failure(&[&["illegalmonitorstateexception"]], "new Object().notify();"),
        failure(&[&["numberformatexception"]], "Integer.parseInt(\"\");"),
    ];

    /// Those of JavaScript.
    pub const JAVASCRIPT: &'static [Failure] =
        &[STACK_OF_CALLS, CIRCLE, LENGTH_OF_ARRAY, TIME, RADIX, DIGITS, URI, END_OF_JSON, EXPRESSION];

    /// Those of TypeScript, in which nothing has no members.
    pub const TYPESCRIPT: &'static [Failure] = &[
        STACK_OF_CALLS,
        CIRCLE,
        LENGTH_OF_ARRAY,
        TIME,
        RADIX,
        DIGITS,
        URI,
        END_OF_JSON,
        EXPRESSION,
        failure(&[&["cannot"], &["properties"], &["null"]], "JSON.parse(\"null\").$T;"),
        failure(&[&["cannot"], &["properties"], &["undefined"]], "JSON.parse(\"[]\")[0].$T;"),
    ];

    /// Those of Lua.
    pub const LUA: &'static [Failure] = &[
        failure(RECURSION, "local function f() return 1 + f() end f()"),
        failure(&[&["index"], &["nil"]], "local _ = (nil)[1]"),
        failure(&[&["call"], &["nil"]], "(nil)()"),
        failure(&[&["arithmetic"], &["nil"]], "local _ = 1 + nil"),
        failure(&[&["compare"], &["number"], &["nil"]], "local _ = 1 < nil"),
        failure(&[&["concatenate"], &["nil"]], "local _ = \"\" .. nil"),
        failure(&[&["length"], &["nil"]], "local _ = #nil"),
        failure(&[&["compare"], &["two"], &["table"]], "local _ = {} < {}"),
    ];

    /// Those of OCaml.
    pub const OCAML: &'static [Failure] = &[
        failure(&[&["index"], &["out"], &["bounds"]], "let () = ignore [||].(0)"),
        failure(RECURSION, "let () = let rec f () = 1 + f () in ignore (f ())"),
        failure(&[&["division"], &["by"], &["zero"]], "let () = ignore (1 / 0)"),
        failure(&[&["not"], &["found"]], "let () = ignore (List.assoc 0 [])"),
        failure(&[&["failure"], &["hd"]], "let () = ignore (List.hd [])"),
        failure(&[&["failure"], &["tl"]], "let () = ignore (List.tl [])"),
        failure(&[&["failure"], &["nth"]], "let () = ignore (List.nth [] 0)"),
        failure(&[&["failure"], &["int"], &["of"], &["string"]], "let () = ignore (int_of_string \"\")"),
        failure(&[&["string"], &["sub"], &["bytes"]], "let () = ignore (String.sub \"\" 0 1)"),
        failure(&[&["option"], &["is"], &["none"]], "let () = ignore (Option.get None)"),
        failure(&[&["compare"], &["functional"]], "let () = ignore (compare compare compare)"),
        failure(&[&["queue"], &["empty"]], "let () = ignore (Queue.pop (Queue.create ()))"),
        failure(&[&["stack"], &["empty"]], "let () = ignore (Stack.pop (Stack.create ()))"),
        failure(&[&["list"], &["combine"]], "let () = ignore (List.combine [0] [])"),
        failure(&[&["array"], &["make"]], "let () = ignore (Array.make (-1) 0)"),
    ];

    /// Those of Python.
    pub const PYTHON: &'static [Failure] = &[
        failure(&[&["recursion"], &["depth"]], "(lambda f: f(f))(lambda f: f(f))"),
        failure(&[&["recursionerror"]], "(lambda f: f(f))(lambda f: f(f))"),
        failure(&[&["zerodivisionerror"], &["division"]], "1 / 0"),
        failure(&[&["unhashable"], &["list"]], "{[]: 0}"),
        failure(&[&["unhashable"], &["dict"]], "{{}: 0}"),
        failure(&[&["unhashable"], &["set"]], "{set(): 0}"),
        failure(&[&["nonetype"], &["iterable"]], "list(None)"),
        failure(&[&["int"], &["iterable"]], "list(0)"),
        failure(&[&["nonetype"], &["subscriptable"]], "(lambda a: a[0])(None)"),
        failure(&[&["int"], &["subscriptable"]], "(lambda a: a[0])(0)"),
        failure(&[&["nonetype"], &["callable"]], "(lambda f: f())(None)"),
        failure(&[&["concatenate"], &["str"], &["int"]], "\"\" + 0"),
        failure(&[&["unsupported"], &["operand"], &["nonetype"], &["int"]], "0 + None"),
        failure(&[&["unsupported"], &["operand"], &["int"], &["str"]], "0 + \"\""),
        failure(&[&["not"], &["supported"], &["nonetype"], &["int"]], "0 < None"),
        failure(&[&["not"], &["supported"], &["between"], &["str"], &["int"]], "0 < \"\""),
        failure(&[&["not"], &["supported"], &["between"], &["str"], &["int"]], "\"\" < 0"),
        failure(&[&["enough"], &["values"], &["unpack"]], "a, b = [0]"),
        failure(&[&["many"], &["values"], &["unpack"]], "a, b = [0, 0, 0]"),
        failure(&[&["unicodedecodeerror"]], "b\"\\xff\".decode()"),
        failure(&[&["unicodeencodeerror"], &["surrogates"]], "\"\\ud800\".encode()"),
        failure(&[&["float"], &["infinity"], &["integer"]], "int(float(\"inf\"))"),
        failure(&[&["int"], &["large"], &["float"]], "float(10 ** 400)"),
    ];

    /// Those of Ruby.
    pub const RUBY: &'static [Failure] = &[
        failure(&[&["stack"], &["level", "systemstackerror"]], "f = -> { f.call }; f.call"),
        failure(&[&["modify"], &["frozen"], &["string"]], "\"\".freeze << \"\""),
        failure(&[&["modify"], &["frozen"], &["array"]], "[].freeze << 0"),
        failure(&[&["modify"], &["frozen"], &["hash"]], "{}.freeze.clear"),
        failure(&[&["divided"], &["zerodivisionerror"]], "_ = 1 / 0"),
        failure(&[&["coerced"], &["nil"]], "_ = 0 + nil"),
        failure(&[&["coerced"], &["string"]], "_ = 0 + \"\""),
        failure(&[&["implicit"], &["conversion"], &["nil"], &["string"]], "_ = \"\" + nil"),
        failure(&[&["implicit"], &["conversion"], &["integer"], &["string"]], "_ = \"\" + 0"),
        failure(&[&["comparison"], &["integer"], &["nil"]], "[0, nil].sort"),
        failure(&[&["comparison"], &["integer"], &["string"]], "[0, \"\"].sort"),
        failure(&[&["floatdomainerror"]], "(0.0 / 0).to_i"),
    ];

    /// Those of Rust.
    pub const RUST: &'static [Failure] = &[
        failure(&[&["subtract"], OVERFLOW], "let _ = \"\".len() - 1;"),
        failure(&[&["add"], OVERFLOW], "let _ = \"a\".len() + usize::MAX;"),
        failure(&[&["multiply"], OVERFLOW], "let _ = \"ab\".len() * usize::MAX;"),
        failure(&[&["negate"], OVERFLOW], "let _ = -(\"\".len() as i32 + i32::MIN);"),
        failure(&[&["divide"], &["zero"]], "let _ = 1 / \"\".len();"),
        failure(&[&["remainder"], &["zero"]], "let _ = 1 % \"\".len();"),
        failure(&[&["shift"], &["left"], OVERFLOW], "let _ = 1 << (\"\".len() + 32);"),
        failure(&[&["shift"], &["right"], OVERFLOW], "let _ = 1 >> (\"\".len() + 32);"),
        failure(&[&["stack"], OVERFLOW], "if \"\".is_empty() { let _ = main(); }"),
        failure(&[&["option"], &["unwrap"], &["none"]], "None::<i32>.unwrap();"),
        failure(&[&["char"], &["boundary"]], "let _ = &\"é\"[1..];"),
        failure(&[&["capacity"], &["overflow"]], "let _ = Vec::<u8>::with_capacity(usize::MAX);"),
    ];

    /// Those of Haskell.
    pub const HASKELL: &'static [Failure] = &[
        failure(&[&["divide"], &["zero"]], "seq (1 `div` (0 :: Int)) (pure ())"),
        failure(&[&["head"], &["empty"]], "seq (head \"\") (pure ())"),
        failure(&[&["negative"], &["exponent"]], "seq (0 ^ (-1 :: Int) :: Int) (pure ())"),
        failure(&[&["arithmetic"], &["overflow"]], "seq (minBound `div` (-1) :: Int) (pure ())"),
        failure(&[&["index"], &["large"]], "seq (\"\" !! 0) (pure ())"),
        failure(&[&["read"], &["parse"]], "seq (read \"\" :: Int) (pure ())"),
    ];
}
