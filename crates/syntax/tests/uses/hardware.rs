//! Tests of the use graph on hardware description languages.

use crate::check;

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
