//! Tests of definitions and uses in outlines.

use crate::bindings::{Bindings, is_like_code};
use crate::languages::by_name;
use crate::tree::NodeId;

/// Returns `name:places of definitions/places of uses` by entity, with lines counted from one.
fn show(text: &str) -> Vec<String> {
    let outline = by_name("outline").unwrap();
    let tree = outline.parse(text.as_bytes()).unwrap();
    let bindings = Bindings::guessed(outline, &tree);
    let line_of = |node: NodeId| {
        let start = tree.range(node).start;
        (1 + text[..start].matches('\n').count()).to_string()
    };
    let shown = bindings.entities().iter().map(|entity| {
        let definitions = entity.definitions.iter().map(|&id| bindings.definition(id).name);
        let name = definitions.clone().next().map(|name| String::from_utf8_lossy(tree.text_of(name)));
        let definitions: Vec<_> = definitions.map(line_of).collect();
        let uses: Vec<_> = entity.uses.iter().map(|&id| line_of(bindings.use_at(id).node)).collect();
        format!("{}:{}/{}", name.unwrap_or_default(), definitions.join(","), uses.join(","))
    });
    let mut shown: Vec<String> = shown.collect();
    shown.sort();
    shown
}

#[test]
fn specifications_and_bodies_define_the_same() {
    let text = "\
package P is
   procedure A (X : Integer);
   procedure B;
end P;
package body P is
   procedure A
     (X : Integer)
   is
      Y : Integer := X;
   begin
      B;
      C (Y);
   end A;
   procedure B is
   begin
      A (X => 1);
   end B;
end P;
";
    assert_eq!(show(text), ["A:2,6/16", "B:3,14/11", "P:1,5/", "X:2/", "X:7/9", "Y:9/12"]);
}

#[test]
fn types_have_members() {
    let text = "\
Type
  TA = class(TB)
  private
    fx : Integer;
  public
    procedure Go(a, b : Integer);
  end;
var
  x : TA;
Procedure TA.Go(A, b : Integer);
Var
  y : Integer;
Begin
  Y := a + fx;
end;
begin
  x.go(1, 2);
end.
";
    assert_eq!(
        show(text),
        ["A:10/14", "Go:6,10/17", "TA:2/9,10", "a:6/", "b:10/", "b:6/", "fx:4/14", "x:9/17", "y:12/14"]
    );
}

#[test]
fn declarations_in_braces_are_known_by_their_shape() {
    let text = "\
import std.stdio : writeln;
struct S
{
    int a;
    int f(int b) { return a + b; }
}
int g(S s)
{
    auto t = s.f(1);
    t = 2;
    writeln(t);
    return t;
}
";
    assert_eq!(
        show(text),
        ["S:2/7", "a:4/5", "b:5/5", "f:5/9", "g:7/", "s:7/9", "t:9/10,11,12", "writeln:1/11"]
    );
}

#[test]
fn members_of_two_types_are_told_apart() {
    let text = "\
class A
{
    int x;
    void go() { x = 1; }
}
class B : A
{
    int y;
    void go() { x = y; }
    void other(A a)
    {
        int y = 2;
        a.go(y);
    }
}
A a;
void main() { a.go(); a.x = 1; b.go(); }
";
    assert_eq!(
        show(text),
        [
            "A:1/6,10,16",
            "B:6/",
            "a:10/13",
            "a:16/17,17",
            "go:4/13,17",
            "go:9/",
            "main:17/",
            "other:10/",
            "x:3/4,9,17",
            "y:12/13",
            "y:8/9",
        ]
    );
}

#[test]
fn a_text_that_defines_and_uses_much_is_code() {
    let is_code = |text: &str| is_like_code(&by_name("outline").unwrap().parse(text.as_bytes()).unwrap());
    let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let chain: String =
        names.windows(2).map(|two| format!("  let {} = x => {}(x)\n", two[1], two[0])).collect();
    assert!(is_code(&format!("module M = {{\n  let one = x => x\n{chain}}}\n")));
    let tasks: String = (1..20).map(|n| format!("task t{n} needs t{} cost 4\n", n - 1)).collect();
    assert!(!is_code(&tasks));
    // What is used nowhere are records, and what is no name are numbers.
    let records: String = (1..9).map(|n| format!("field a{n} = {n}\n")).collect();
    assert!(!is_code(&records));
    let fields: String = (1..9).map(|n| format!("field #{n} of #{}\n", n - 1)).collect();
    assert!(!is_code(&fields));
    let nodes: String = (1..9).map(|n| format!("n{n} n{} 0\n", n - 1)).collect();
    assert!(!is_code(&nodes));
}
