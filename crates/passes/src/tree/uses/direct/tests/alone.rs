//! Tests of operations that a program does at once, and nothing else.

use std::path::Path;

use dwindle_syntax::languages::{Failure, by_path, failures};

use super::tried_by;

fn tried(path: &str, text: &str, message: &str) -> Vec<String> {
    tried_by("lone-operations", path, text, message)
}

/// Asserts that a candidate is among the first ones, apart from what fails in any program.
fn assert_tried(path: &str, text: &str, message: &str, expected: &str, within: usize) {
    let rules = by_path(Path::new(path)).unwrap().bindings.unwrap().direct.unwrap();
    let is_other = |tried: &String| {
        let begin = |failure: Failure| failure.statement.split("$T").next();
        tried == expected || !failures(rules.failures).filter_map(begin).any(|begin| tried.contains(begin))
    };
    let tried: Vec<String> = tried(path, text, message).into_iter().filter(is_other).collect();
    let place = tried.iter().position(|tried| tried == expected);
    assert!(place.is_some_and(|place| place < within), "{place:?} in {tried:#?}");
}

#[test]
fn an_operation_of_which_the_message_has_a_word_comes_first() {
    let text = "def read(name):\n    return open(name).read()\n\ndef best(a):\n    return len(a.split()) + max(a.split(','))\n\nprint(best(read('a')))\n";
    assert_tried("a.py", text, "max() arg is an empty sequence", "max(\"\")", 1);
}

#[test]
fn values_of_the_message_are_operands() {
    let text = "const n = read();\nfunction read(): number { return 7 - 9; }\nfunction f(a: string) { return a.padEnd(9) + a.repeat(n - 1); }\nconsole.log(f('a'));\n";
    assert_tried("a.ts", text, "Invalid count value: -3", "\"\".repeat(-3)", 4);
    let text = "def f(d, k):\n    return d[k] + 1\n\nf({}, 'a')\n";
    assert_tried("a.py", text, "KeyError: 'b c'", "({\"\": 0})[\"b c\"]", 4);
}

#[test]
fn operands_are_made_from_types() {
    let text = "#include <vector>\nstruct S { int n; };\nclass A { std::vector<S> all; public: S at(int n) { return all.at(n); } int m() { return 1; } };\nint main() { A a; a.at(a.m()); }\n";
    let expected = "#include <vector> struct S { int n; }; int main() { std::vector<S>(0).at(0); }";
    assert_tried("a.cpp", text, "vector::_M_range_check", expected, 3);
    let text = "fn f(a: &str, n: usize) -> &str { &a[..n] }\nfn g(a: u8) -> u8 { if a < 3 { a + 1 } else { g(a - 1) } }\nfn main() { println!(\"{} {}\", f(\"ab\", 1), g(9)); }\n";
    let expected = "fn main() { let v0 = std::hint::black_box(\"..é\"); let v1 = std::hint::black_box(3); let _ = &v0[..v1]; }";
    assert_tried("a.rs", text, "index 3 is not a boundary; it is in 'é'", expected, 2);
}

#[test]
fn compilers_do_not_know_the_values_of_an_index() {
    let text = "package p\nfunc f(s string, n int) string { return s[:n] }\nfunc main() { f(\"\", 1) }\n";
    let expected = "package p func main() { v0 := \"000\"; v1 := 5; _ = v0[:v1] }";
    assert_tried("a.go", text, "slice bounds out of range [:5] with length 3", expected, 2);
    let text =
        "int g[3];\nint f(int *a, int n) { return a[n]; }\nint main(void) { return f(g, 3) + f(g, 1); }\n";
    let expected = "int main(void) { int v0[3] = {0}; int v1 = 3; (void)(v0[v1]); }";
    assert_tried("a.c", text, "index 3 out of bounds for type 'int [3]'", expected, 2);
}

#[test]
fn what_the_program_defines_is_no_operation() {
    let text = "def f(a):\n    return g(a)\n\ndef g(a):\n    return a\n\nclass A:\n    def h(self):\n        return self.f(1)\n    def f(self, a):\n        return A()\n\nf(A().h())\n";
    assert_eq!(tried("a.py", text, "some message"), [""; 0]);
}

#[test]
fn ocaml_applies_functions_of_its_library() {
    let text = "let size = 9\nlet top stack = List.hd stack\nlet rec sum = function [] -> 0 | a :: b -> a + sum b\nlet () = print_int (sum [size] + top [])\n";
    assert_tried("a.ml", text, "Failure(\"hd\") was raised", "let () = ignore (List.hd [])", 4);
}

#[test]
fn haskell_applies_functions_and_operators_of_its_library() {
    let text = "module Main (main) where\nimport Data.Char (chr, ord)\nimport qualified Data.Map as Map\ndata T = A Int | B\n\
                f :: Int -> T\nf n = A (ord (chr (n + 1)) `div` n)\ng :: Map.Map Int T -> Int -> T\ng m k = case m Map.! k of { A n -> f n; B -> error (\"no \" ++ show k) }\n\
                main :: IO ()\nmain = do\n  let t = g (Map.fromList [(1, B)]) 2\n  case t of { A n -> print n; B -> pure () }\n";
    let check =
        |message: &str, expected: &str, within: usize| assert_tried("a.hs", text, message, expected, within);
    check(
        "prog: Prelude.chr: bad argument: 1114114",
        "module Main (main) where import Data.Char (chr) main :: IO () main = seq (chr 1114114) (pure ())",
        1,
    );
    check(
        "prog: divide by zero",
        "module Main (main) where main :: IO () main = print (0 `div` 0 :: Int)",
        3,
    );
    check(
        "Map.!: given key is not an element in the map",
        "module Main (main) where import qualified Data.Map as Map main :: IO () main = seq (mempty Map.! \"\") (pure ())",
        5,
    );
    check("prog: no luck", "module Main (main) where main :: IO () main = error (\"no luck\")", 1);
    let own = tried("a.hs", text, "prog: no luck");
    assert!(!own.iter().any(|text| text.contains("seq (A ") || text.contains("seq (f ")), "{own:#?}");
}

#[test]
fn functions_without_a_name_are_put_as_plain_ones() {
    let text = "class Loan { public int Days; }\nclass P { static double F(System.Collections.Generic.List<Loan> all) { return all.Where(a => a.Days > 1).Average(a => a.Days); } static void Main() { F(null); } }\n";
    let tried = tried("a.cs", text, "Sequence contains no elements");
    let expected = "class P { static void Main() { new int[0].Average(x => 0); } }";
    assert!(tried.iter().any(|tried| tried == expected), "{tried:#?}");
}

#[test]
fn methods_are_called_on_objects_of_the_library() {
    let text = "class A { java.util.List<String> all = new java.util.ArrayList<>(); String f(int n) { return all.get(n).trim(); } public static void main(String[] args) { System.out.println(new A().f(3)); } }\n";
    let tried = tried("A.java", text, "Index 3 out of bounds for length 0");
    assert!(tried.iter().any(|tried| tried.contains(".get(3)")), "{tried:#?}");
    let text = "class Rates\n  def initialize\n    @all = { 'a' => 1 }\n  end\n\n  def rate(name)\n    @all.fetch(name) + @all.size\n  end\nend\n\nputs Rates.new.rate('fax')\n";
    let tried = self::tried("a.rb", text, "key not found: \"fax\"");
    assert!(tried.iter().any(|tried| tried == "({}).fetch(\"fax\")"), "{tried:#?}");
}

#[test]
fn what_is_thrown_gets_the_message() {
    let text = "function cost(a, n) {\n  if (n > 3) {\n    throw new Error(`no cost of ${a} at ${n}`);\n  }\n  return n;\n}\nconsole.log(cost('pen', 7));\n";
    let expected = "throw new Error(\"no cost of pen at 7\");";
    assert_tried("a.js", text, "Error: no cost of pen at 7", expected, 1);
    let text = "fn f(n: u8) -> u8 { if n < 3 { panic!(\"no {} here\", n) } n }\nfn g() -> u8 { f(3) + f(2) }\nfn main() { println!(\"{}\", g()); }\n";
    assert_tried("a.rs", text, "no 2 here", "fn main() { panic!(\"no 2 here\") }", 2);
}

#[test]
fn a_program_in_c_takes_no_parameters() {
    let text = "int f(int a, int b) { return a / b; }\nint g(int a) { return f(a, a - 1); }\nint main(int argc, char **argv) { return g(argc) + (argv != 0); }\n";
    let expected = "int main(void) { int v0 = 0; int v1 = 0; (void)(v0 / v1); }";
    assert_tried("a.c", text, "runtime error: division by zero", expected, 1);
}

#[test]
fn words_of_a_message_say_which_operations_and_values_may_fail() {
    let text = "package p\nimport \"strings\"\nfunc f(n int) string { return strings.Repeat(\" \", n-9) + strings.ToUpper(\"a\") }\nfunc main() { f(1) }\n";
    let expected = "package p import \"strings\" func main() { strings.Repeat(\" \", -1) }";
    assert_tried("a.go", text, "strings: negative Repeat count", expected, 2);
    let text = "package p\nfunc f(m map[string]interface{}) float64 { return m[\"a\"].(float64) + 1 }\nfunc g(n int) int { return n + 1 }\nfunc main() { f(nil); g(2) }\n";
    let expected = "package p func main() { v0 := interface{}(\"\"); _ = v0.(float64) }";
    let tried = tried("a.go", text, "interface conversion: interface {} is string, not float64");
    assert!(tried.iter().any(|tried| tried == expected), "{tried:#?}");
    let text = "int f(int n) { return 1 << n; }\nint g(int n) { return f(n) + f(n - 1); }\nint main(void) { return g(33) + g(1); }\n";
    let expected = "int main(void) { int v0 = 33; (void)(1 << v0); }";
    assert_tried("a.c", text, "runtime error: shift exponent 33 is too large", expected, 3);
}

#[test]
fn a_member_of_nothing_is_read() {
    let text = "function f(all, n) {\n  const found = all.find((one) => one.id === n);\n  return found.owner.name;\n}\nfunction g(n) {\n  return f([{ id: n + 1 }], n);\n}\nconsole.log(g(2));\n";
    let message = "TypeError: Cannot read properties of undefined (reading 'owner')";
    assert_tried("a.js", text, message, "undefined.owner", 1);
    let text = "class A:\n    def __init__(self):\n        self.name = None\n\ndef f(a):\n    return a.name.first + a.name.last\n\nprint(f(A()))\n";
    assert_tried("a.py", text, "'NoneType' object has no attribute 'first'", "None.first", 1);
}

#[test]
fn an_object_without_a_stated_type_is_what_the_text_makes_first() {
    let text = "import sqlite3\n\nclass Store:\n    def __init__(self, path):\n        self.base = sqlite3.connect(path)\n\n    def load(self, name):\n        return self.base.execute('select * from ' + name).fetchall()\n\nprint(Store(':memory:').load('item'))\n";
    let expected = "import sqlite3 sqlite3.connect(\"item\").execute(\"item\")";
    assert_tried("a.py", text, "sqlite3.OperationalError: no such table: 'item'", expected, 6);
    let text = "import java.util.Scanner;\nclass Reader { final Scanner in; Reader(String text) { in = new Scanner(text); } String next() { return in.next(); } }\nclass A { public static void main(String[] v) { System.out.println(new Reader(v[0]).next()); } }\n";
    let tried = tried("A.java", text, "java.util.NoSuchElementException");
    assert!(tried.iter().any(|tried| tried.contains("new Scanner(\"\").next();")), "{tried:#?}");
}

#[test]
fn what_has_the_member_takes_the_place_of_an_object() {
    let text = "def f(a, b):\n    return a.text().encode(b.name)\n\nf(g('Ré'), h('c €'))\n";
    let message = "UnicodeEncodeError: 'latin-1' codec can't encode character '.u20ac'";
    assert_tried("a.py", text, message, "\"\".encode(\"latin-1\")", 3);
    // The texts of the program may be what fails.
    assert_tried("a.py", text, message, "\"Réc €\".encode(\"latin-1\")", 6);
    let text = "function f(a) { return a.b.repeat(a.n); }\nf(g());\n";
    assert_tried("a.js", text, "Invalid count value: -1", "\"\".repeat(-1)", 2);
}
