//! Tests of the use graph on hardware description languages.

use dwindle_syntax::uses::CompanionKind;

use crate::{along, check};

const VHDL: &str = "\
package p is
  constant WIDTH : natural := 8;
  type state_t is (idle, busy);
  function f(x : integer) return integer;
  function g(x : integer) return integer;
end package;
package body p is
  function f(x : integer) return integer is
    variable v : integer := x;
  begin
    v := v + WIDTH;
    return v;
  end function;
  function g(x : integer) return integer is
    variable v : integer := x;
  begin
    return v;
  end function;
end package body;
use work.p.all;
entity sub is
  port (i : in bit; o : out bit);
end entity;
architecture rtl of sub is
begin
  o <= i;
end architecture;
use work.p.all;
entity top is
  port (clk, rst : in bit; q : out bit);
end entity;
architecture rtl of top is
  signal cnt, nxt : integer;
  signal st : state_t;
begin
  main: process (clk)
    variable n : integer;
  begin
    CNT <= f(nxt);
    n := 1;
    st <= idle;
    q <= rst;
  end process;
  u0: entity work.sub port map (i => clk, o => open);
end architecture;
";

#[test]
fn vhdl_functions_go_with_their_declarations_and_what_only_they_use() {
    check(
        "vhdl",
        VHDL,
        &["CNT <= f(nxt);"],
        &[
            "constant WIDTH : natural := 8;",
            "function f(x : integer) return integer;",
            "function f(x : integer) return integer is variable v : integer := x; begin v := v + WIDTH; return v; end function;",
            "signal cnt, nxt : integer;",
        ],
    );
}

#[test]
fn vhdl_signals_go_with_their_assignments_and_types() {
    check("vhdl", VHDL, &["signal st : state_t;"], &["type state_t is (idle, busy);", "st <= idle;"]);
}

#[test]
fn vhdl_architectures_go_with_their_entity() {
    check(
        "vhdl",
        VHDL,
        &["u0: entity work.sub port map (i => clk, o => open);"],
        &[
            "entity sub is port (i : in bit; o : out bit); end entity;",
            "architecture rtl of sub is begin o <= i; end architecture;",
        ],
    );
}

const VERILOG: &str = "\
`define W 8
module sub(input wire i, output wire o);
  assign o = i;
endmodule
module top #(parameter N = 4, parameter M = 2) (input clk, input [N-1:0] d, output reg [`W-1:0] q);
  localparam K = 3;
  wire [N-1:0] a, b;
  reg r;
  reg s;
  wire w = d[0];
  function [7:0] f(input [7:0] x);
    reg t;
    begin t = x; f = t + K; end
  endfunction
  function [7:0] g(input [7:0] x);
    begin g = x; end
  endfunction
  assign a = b;
  always @(posedge clk) begin
    q <= f(d);
    r <= a[M];
    s <= 1;
    if (r) q <= g(d);
  end
  sub u (.i(w), .o(b[0]));
endmodule
";

#[test]
fn verilog_functions_go_with_their_last_call() {
    check(
        "verilog",
        VERILOG,
        &["q <= f(d);"],
        &[
            "localparam K = 3;",
            "function [7:0] f(input [7:0] x); reg t; begin t = x; f = t + K; end endfunction",
        ],
    );
}

#[test]
fn verilog_modules_and_wires_go_with_their_instances() {
    check(
        "verilog",
        VERILOG,
        &["sub u (.i(w), .o(b[0]));"],
        &["module sub(input wire i, output wire o); assign o = i; endmodule", "wire w = d[0];"],
    );
}

#[test]
fn what_is_only_assigned_goes_with_its_last_reader() {
    check(
        "verilog",
        VERILOG,
        &["if (r) q <= g(d);"],
        &[
            "parameter M = 2",
            "reg r;",
            "function [7:0] g(input [7:0] x); begin g = x; end endfunction",
            "r <= a[M];",
        ],
    );
}

const PORTS: &str = "\
module core(input clk, output reg valid, output [3:0] addr, input ready);
  reg [3:0] state;
  always @(posedge clk) valid <= ready;
  always @(posedge clk) state <= state + 1;
  assign addr = state;
endmodule
module other(input valid, output ready);
  reg free;
  assign ready = valid;
endmodule
module top(input clk, output valid, output [3:0] addr);
  wire ready;
  core c(.clk(clk), .valid(valid), .addr(addr), .ready(ready));
  other o(.valid(valid), .ready(ready));
endmodule
";

#[test]
fn verilog_ports_are_those_of_their_module() {
    check(
        "verilog",
        PORTS,
        &["input valid, output ready"],
        &["assign ready = valid;", ".valid(valid)", ".ready(ready)"],
    );
}

#[test]
fn verilog_parameters_and_names_in_functions_are_not_those_of_another_module() {
    let text = "\
module sub #(parameter N = 1, parameter M = 2)(input a, output b);
  function f(input a);
    f = a + 1;
  endfunction
  assign b = f(a) + N + M;
endmodule
module top #(parameter N = 3)(input c, output d, output e);
  sub #(.N(N), .M(4)) u(.a(c), .b(d));
  assign e = N;
endmodule
";
    check("verilog", text, &["parameter N = 3"], &["#(parameter N = 3)", ".N(N)", "assign e = N;"]);
    check(
        "verilog",
        text,
        &["parameter M = 2"],
        &["function f(input a); f = a + 1; endfunction", "assign b = f(a) + N + M;", ".M(4)"],
    );
    check("verilog", text, &["input c"], &[".a(c)"]);
}

#[test]
fn what_reads_a_signal_goes_with_what_drives_it() {
    let gone =
        along("verilog", PORTS, &["always @(posedge clk) state <= state + 1;"], CompanionKind::Readers);
    let expected =
        ["output [3:0] addr", "reg [3:0] state;", "assign addr = state;", "output [3:0] addr", ".addr(addr)"];
    assert_eq!(gone, expected);
    // Still driven by the other module.
    let text = PORTS.replace("wire ready;", "wire ready; assign ready = clk;");
    let gone = along("verilog", &text, &["assign ready = clk;"], CompanionKind::Readers);
    assert_eq!(gone, [""; 0]);
    let gone =
        along("verilog", PORTS, &["always @(posedge clk) state <= state + 1;"], CompanionKind::Dependents);
    assert_eq!(gone, [""; 0]);
}
