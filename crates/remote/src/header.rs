//! Headers that identify the caller.

use std::fmt;

use bazel_remote_apis::build::bazel::remote::execution::v2::{RequestMetadata, ToolDetails};
use prost::Message;
use tonic::metadata::{AsciiMetadataKey, AsciiMetadataValue, BinaryMetadataValue};
use tonic::service::Interceptor;
use tonic::{Request, Status};

/// A header of each call, for example `x-api-key=SECRET`. Its value is never shown.
#[derive(Clone)]
pub struct Header {
    name: AsciiMetadataKey,
    value: AsciiMetadataValue,
}

impl Header {
    /// Parses `NAME=VALUE`.
    ///
    /// # Errors
    /// When `text` has another form, or the name or the value is not allowed in a header.
    pub fn parse(text: &str) -> Result<Header, String> {
        let (name, value) = text.split_once('=').ok_or("a header is written NAME=VALUE")?;
        let lower = name.trim().to_ascii_lowercase();
        let is_plain = !lower.ends_with("-bin");
        let key = lower.parse::<AsciiMetadataKey>().ok().filter(|_| is_plain && !lower.is_empty());
        let key = key.ok_or_else(|| format!("`{name}` can't be the name of a header"))?;
        let mut value: AsciiMetadataValue = value
            .parse()
            .map_err(|_| format!("the value of the header `{lower}` must be printable ASCII"))?;
        value.set_sensitive(true);
        Ok(Header { name: key, value })
    }
}

impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=...", self.name)
    }
}

/// Adds the user's headers and the name of this tool to each call.
#[derive(Clone, Debug)]
pub(crate) struct AddHeaders {
    headers: Vec<Header>,
    tool: BinaryMetadataValue,
}

impl AddHeaders {
    pub(crate) fn new(headers: Vec<Header>) -> AddHeaders {
        let tool =
            ToolDetails { tool_name: "dwindle".into(), tool_version: env!("CARGO_PKG_VERSION").into() };
        let metadata = RequestMetadata { tool_details: Some(tool), ..RequestMetadata::default() };
        AddHeaders { headers, tool: BinaryMetadataValue::from_bytes(&metadata.encode_to_vec()) }
    }
}

impl Interceptor for AddHeaders {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        const METADATA: &str = "build.bazel.remote.execution.v2.requestmetadata-bin";
        let metadata = request.metadata_mut();
        for Header { name, value } in &self.headers {
            metadata.append(name.clone(), value.clone());
        }
        metadata.insert_bin(METADATA, self.tool.clone());
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_a_name_and_a_value_that_is_not_shown() {
        let header = Header::parse("Authorization=Bearer a=b").unwrap();
        assert_eq!(format!("{header:?}"), "authorization=...");
        assert_eq!(header.value.to_str().unwrap(), "Bearer a=b");
        for text in ["x", "=x", "a b=x", "x-bin=x", "x=a\nb"] {
            assert!(Header::parse(text).is_err(), "{text:?}");
        }
    }
}
