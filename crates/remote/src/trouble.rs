//! Why a call did not do what it should.

use std::error::Error;

use bazel_remote_apis::google::rpc;
use tonic::{Code, Status};

/// What went wrong with a call. None of these says anything about a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Nobody waits for it any more.
    Cancelled,
    /// The server can't be reached, or has no room now: tried again as long as there is patience.
    Away(String),
    /// The server does not answer.
    Silent,
    /// The server failed to do it: tried again a few times.
    Failed(String),
    /// Something that was uploaded is not there: uploaded again.
    Missing(String),
    /// The action ran out of the server's own time limit.
    OutOfTime(String),
    /// The server will never do it.
    Refused(String),
}

impl Trouble {
    /// Reads the status of a call.
    pub(crate) fn of_call(status: &Status) -> Trouble {
        let mut said = described(status.code(), status.message());
        let mut cause = Error::source(status);
        let is_ours = cause.is_some();
        while let Some(error) = cause {
            let text = error.to_string();
            if !said.contains(&text) {
                said = format!("{said}: {text}");
            }
            cause = error.source();
        }
        // Without an answer of the server, it is the connection that failed.
        if is_ours { Trouble::Away(said) } else { Trouble::of_code(status.code(), said) }
    }

    /// Reads the status of an action.
    pub(crate) fn of_action(status: &rpc::Status) -> Trouble {
        let code = Code::from_i32(status.code);
        let said = described(code, &status.message);
        match code {
            Code::DeadlineExceeded => Trouble::OutOfTime(said),
            _ => Trouble::of_code(code, said),
        }
    }

    fn of_code(code: Code, said: String) -> Trouble {
        match code {
            Code::Unavailable
            | Code::Aborted
            | Code::Cancelled
            | Code::DeadlineExceeded
            | Code::ResourceExhausted => Trouble::Away(said),
            Code::FailedPrecondition | Code::NotFound | Code::OutOfRange => Trouble::Missing(said),
            Code::InvalidArgument
            | Code::PermissionDenied
            | Code::Unauthenticated
            | Code::Unimplemented
            | Code::AlreadyExists => Trouble::Refused(said),
            Code::Ok | Code::Unknown | Code::Internal | Code::DataLoss => Trouble::Failed(said),
        }
    }

    /// Returns what to tell about it.
    pub(crate) fn into_text(self) -> String {
        match self {
            Trouble::Cancelled => "it was not waited for".to_owned(),
            Trouble::Silent => "it does not answer".to_owned(),
            Trouble::Away(said)
            | Trouble::Failed(said)
            | Trouble::Missing(said)
            | Trouble::OutOfTime(said)
            | Trouble::Refused(said) => said,
        }
    }
}

/// Returns the name of a code as the protocol has it, with what was said.
fn described(code: Code, message: &str) -> String {
    let camel = format!("{code:?}");
    let mut name = String::new();
    for letter in camel.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    match message.trim() {
        "" => name,
        message => format!("{name}: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_what_can_be_done() {
        let of = |code| Trouble::of_call(&Status::new(code, "x"));
        assert_eq!(of(Code::Unavailable), Trouble::Away("UNAVAILABLE: x".into()));
        assert_eq!(of(Code::ResourceExhausted), Trouble::Away("RESOURCE_EXHAUSTED: x".into()));
        assert_eq!(of(Code::FailedPrecondition), Trouble::Missing("FAILED_PRECONDITION: x".into()));
        assert_eq!(of(Code::Unauthenticated), Trouble::Refused("UNAUTHENTICATED: x".into()));
        assert_eq!(of(Code::Internal), Trouble::Failed("INTERNAL: x".into()));
    }

    #[test]
    fn a_deadline_is_one_of_the_call_or_one_of_the_action() {
        let call = Trouble::of_call(&Status::new(Code::DeadlineExceeded, ""));
        assert_eq!(call, Trouble::Away("DEADLINE_EXCEEDED".into()));
        let action = rpc::Status { code: Code::DeadlineExceeded as i32, ..rpc::Status::default() };
        assert_eq!(Trouble::of_action(&action), Trouble::OutOfTime("DEADLINE_EXCEEDED".into()));
    }
}
