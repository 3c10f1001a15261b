//! Why a call failed.

use std::error::Error;

use bazel_remote_apis::google::rpc;
use tonic::{Code, Status};

/// Why a call failed. None of these is a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CallError {
    /// The caller cancelled it.
    Cancelled,
    /// The server cannot be reached, or has no room now. Retried until `max_silence` is over.
    Unreachable(String),
    /// The server does not answer.
    NoAnswer,
    /// The server failed to do it. Retried a few times.
    Failed(String),
    /// An uploaded blob is missing. Uploaded again.
    Missing(String),
    /// The action exceeded the server's own time limit.
    OutOfTime(String),
    /// The server will never do it.
    Refused(String),
}

impl CallError {
    /// Classifies the status of a call.
    pub(crate) fn of_call(status: &Status) -> CallError {
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
        // If the status was made on our side, the connection failed.
        if is_ours { CallError::Unreachable(said) } else { CallError::of_code(status.code(), said) }
    }

    /// Classifies the status of an action.
    pub(crate) fn of_action(status: &rpc::Status) -> CallError {
        let code = Code::from_i32(status.code);
        let said = described(code, &status.message);
        match code {
            Code::DeadlineExceeded => CallError::OutOfTime(said),
            _ => CallError::of_code(code, said),
        }
    }

    fn of_code(code: Code, said: String) -> CallError {
        match code {
            Code::Unavailable
            | Code::Aborted
            | Code::Cancelled
            | Code::DeadlineExceeded
            | Code::ResourceExhausted => CallError::Unreachable(said),
            Code::FailedPrecondition | Code::NotFound | Code::OutOfRange => CallError::Missing(said),
            Code::InvalidArgument
            | Code::PermissionDenied
            | Code::Unauthenticated
            | Code::Unimplemented
            | Code::AlreadyExists => CallError::Refused(said),
            Code::Ok | Code::Unknown | Code::Internal | Code::DataLoss => CallError::Failed(said),
        }
    }

    /// Returns the message for users.
    pub(crate) fn into_text(self) -> String {
        match self {
            CallError::Cancelled => "it was not waited for".to_owned(),
            CallError::NoAnswer => "it does not answer".to_owned(),
            CallError::Unreachable(said)
            | CallError::Failed(said)
            | CallError::Missing(said)
            | CallError::OutOfTime(said)
            | CallError::Refused(said) => said,
        }
    }
}

/// Returns the protocol's name of a code, with the message.
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
        let of = |code| CallError::of_call(&Status::new(code, "x"));
        assert_eq!(of(Code::Unavailable), CallError::Unreachable("UNAVAILABLE: x".into()));
        assert_eq!(of(Code::ResourceExhausted), CallError::Unreachable("RESOURCE_EXHAUSTED: x".into()));
        assert_eq!(of(Code::FailedPrecondition), CallError::Missing("FAILED_PRECONDITION: x".into()));
        assert_eq!(of(Code::Unauthenticated), CallError::Refused("UNAUTHENTICATED: x".into()));
        assert_eq!(of(Code::Internal), CallError::Failed("INTERNAL: x".into()));
    }

    #[test]
    fn a_deadline_is_one_of_the_call_or_one_of_the_action() {
        let call = CallError::of_call(&Status::new(Code::DeadlineExceeded, ""));
        assert_eq!(call, CallError::Unreachable("DEADLINE_EXCEEDED".into()));
        let action = rpc::Status { code: Code::DeadlineExceeded as i32, ..rpc::Status::default() };
        assert_eq!(CallError::of_action(&action), CallError::OutOfTime("DEADLINE_EXCEEDED".into()));
    }
}
