//! What a fault is.

/// Faults of one kind.
pub struct Family {
    /// The heading of its table.
    pub title: &'static str,
    /// The faults, in the order of the table.
    pub faults: &'static [Fault],
}

/// Something that goes wrong around a run.
pub struct Fault {
    /// The kebab-case name, unique among all faults.
    pub name: &'static str,
    /// What is done, for the table.
    pub what: &'static str,
    /// Lines of the test; [`USUAL`] if empty.
    pub test: &'static str,
    /// Lines of bash that do it; the status is that of the last one.
    pub run: &'static str,
    /// Every way in which it may end.
    pub ends: &'static [End],
    /// What the machine must have.
    pub needs: &'static [Need],
    /// Whether the fault itself changes the input.
    pub changes_input: bool,
}

/// A way to end.
pub struct End {
    /// The exit status.
    pub status: i32,
    /// What must stand in stderr.
    pub says: &'static [&'static str],
    /// What must be there afterwards.
    pub then: Then,
}

/// What is there afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The same result as without the fault.
    Same,
    /// A result that is interesting.
    Interesting,
    /// No result.
    Nothing,
}

/// What a fault needs of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Root, to mount file systems in a name space of its own.
    Mounts,
    /// Root, to become another user.
    Users,
    /// The program `faketime`.
    Faketime,
}

/// The test that is used where a fault brings none of its own.
pub const USUAL: &str = "grep -q 'line 7 ' words.txt && grep -q 'line 42 ' words.txt";

/// The same result as without the fault.
pub const SAME: End = End { status: 0, says: &[], then: Then::Same };

/// A fault that changes nothing.
pub const fn fault(name: &'static str, what: &'static str, run: &'static str) -> Fault {
    Fault { name, what, test: "", run, ends: &[SAME], needs: &[], changes_input: false }
}

/// An end with an error and without a result.
pub const fn error(status: i32, says: &'static [&'static str]) -> End {
    End { status, says, then: Then::Nothing }
}

/// An end with a result that may not be the smallest.
pub const fn partial(status: i32, says: &'static [&'static str]) -> End {
    End { status, says, then: Then::Interesting }
}

/// The same result, and something is said.
pub const fn same(says: &'static [&'static str]) -> End {
    End { status: 0, says, then: Then::Same }
}

impl Fault {
    pub const fn test(self, test: &'static str) -> Fault {
        Fault { test, ..self }
    }

    pub const fn ends(self, ends: &'static [End]) -> Fault {
        Fault { ends, ..self }
    }

    pub const fn needs(self, needs: &'static [Need]) -> Fault {
        Fault { needs, ..self }
    }

    pub const fn changes_input(self) -> Fault {
        Fault { changes_input: true, ..self }
    }
}

impl Need {
    /// Why a fault is left out.
    pub fn missing(self) -> &'static str {
        match self {
            Need::Mounts => "root and mount name spaces",
            Need::Users => "root and setpriv",
            Need::Faketime => "faketime",
        }
    }
}
