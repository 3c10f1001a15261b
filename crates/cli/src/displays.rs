//! The displays of a session.

use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::rc::Rc;
use std::time::Duration;

use dwindle_reduce::{Counts, Stamped};
use dwindle_report::{Detail, Display, JsonLines, Live, PlainLog, Screen, State};
use dwindle_run::session::{Notice, Observer};

use crate::args::SessionArgs;
use crate::args::values::Format;

/// Time between two lines of a plain log.
const LOG_INTERVAL: Duration = Duration::from_secs(5);
/// Width of a terminal that does not report it.
const USUAL_COLUMNS: usize = 80;

/// JSON lines on stdout. The summary is the last one, after the session.
pub type Lines = Rc<RefCell<JsonLines<io::Stdout>>>;

/// All displays of a session.
pub struct Displays {
    /// The observers for the session.
    pub observers: Vec<Box<dyn Observer>>,
    /// The state from which the ending is written.
    pub state: Rc<RefCell<State>>,
    /// The JSON lines, with `--format json`.
    pub lines: Option<Lines>,
}

impl Displays {
    /// Creates the displays for the arguments and the terminal.
    pub fn new(args: &SessionArgs, input: String, output: String) -> Displays {
        let state = Rc::new(RefCell::new(State::default()));
        let mut observers: Vec<Box<dyn Observer>> = vec![Box::new(Memory(state.clone()))];
        if let Some(display) = display_for_people(args, input, output) {
            observers.push(Box::new(DisplayObserver { display: Some(display) }));
        }
        let lines: Option<Lines> =
            (args.format == Format::Json).then(|| Rc::new(RefCell::new(JsonLines::new(io::stdout()))));
        if let Some(lines) = &lines {
            observers.push(Box::new(DisplayObserver { display: Some(Box::new(Shared(lines.clone()))) }));
        }
        Displays { observers, state, lines }
    }

    /// Adds an observer, if there is one.
    pub fn and_observer(mut self, observer: Option<Box<dyn Observer>>) -> Displays {
        self.observers.extend(observer);
        self
    }
}

fn display_for_people(args: &SessionArgs, input: String, output: String) -> Option<Box<dyn Display>> {
    let stderr = io::stderr();
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    match (args.quiet, args.verbose) {
        (true, _) => None,
        (false, 0) if stderr.is_terminal() && !is_dumb => {
            let columns = || {
                terminal_size::terminal_size_of(io::stderr())
                    .map_or(USUAL_COLUMNS, |(width, _)| width.0.into())
            };
            Some(Box::new(Live::new(stderr, Screen { columns: Box::new(columns), input, output })))
        }
        (false, verbosity) => {
            let detail = match verbosity {
                0 => Detail::Progress,
                1 => Detail::Steps,
                _ => Detail::Answers,
            };
            Some(Box::new(PlainLog::new(stderr, detail, LOG_INTERVAL)))
        }
    }
}

/// Shows a session on a display, until writing fails.
pub struct DisplayObserver {
    display: Option<Box<dyn Display>>,
}

impl DisplayObserver {
    /// Creates an observer for a display.
    pub fn new(display: Box<dyn Display>) -> DisplayObserver {
        DisplayObserver { display: Some(display) }
    }

    fn show(&mut self, show: impl FnOnce(&mut dyn Display) -> io::Result<()>) {
        if let Some(display) = &mut self.display
            && show(&mut **display).is_err()
        {
            // A closed pipe or a full disk ends the display, not the reduction.
            self.display = None;
        }
    }
}

impl Observer for DisplayObserver {
    fn see(&mut self, stamped: &Stamped) {
        self.show(|display| display.event(stamped));
    }

    fn tick(&mut self, at: Duration, counts: Counts) {
        self.show(|display| display.tick(at, counts));
    }

    fn notice(&mut self, at: Duration, notice: &Notice) {
        self.show(|display| display.message(at, &notice.to_string()));
    }
}

/// Updates the state from which the ending is written.
struct Memory(Rc<RefCell<State>>);

impl Observer for Memory {
    fn see(&mut self, stamped: &Stamped) {
        self.0.borrow_mut().event(stamped);
    }
}

/// A display to which others write as well.
struct Shared(Lines);

impl Display for Shared {
    fn event(&mut self, stamped: &Stamped) -> io::Result<()> {
        self.0.borrow_mut().event(stamped)
    }
}
