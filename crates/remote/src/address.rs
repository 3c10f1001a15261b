//! The address of a server.

use std::fmt;

/// The address of a server: `grpc://HOST:PORT`, or `grpcs://HOST:PORT` for TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    has_tls: bool,
    authority: String,
}

impl Address {
    /// Parses an address.
    ///
    /// # Errors
    /// When `text` is not an address; the error shows the two forms.
    pub fn parse(text: &str) -> Result<Address, String> {
        let explain = || {
            format!("`{text}` is not a server address; write grpc://HOST:PORT, or grpcs://HOST:PORT for TLS")
        };
        let (scheme, rest) = text.split_once("://").ok_or_else(explain)?;
        let has_tls = match scheme {
            "grpc" => false,
            "grpcs" => true,
            _ => return Err(explain()),
        };
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) =
            authority.rsplit_once(':').unwrap_or((authority, if has_tls { "443" } else { "" }));
        let is_bracketed = host.starts_with('[') && host.ends_with(']');
        let is_host = !host.is_empty() && !host.contains(['/', '@', ' ']);
        if !is_host || (host.contains(':') && !is_bracketed) || port.parse::<u16>().is_err() {
            return Err(explain());
        }
        Ok(Address { has_tls, authority: format!("{host}:{port}") })
    }

    /// Whether the connection is encrypted.
    pub(crate) fn has_tls(&self) -> bool {
        self.has_tls
    }

    /// Returns the address as a URI for the HTTP/2 client.
    pub(crate) fn uri(&self) -> String {
        let scheme = if self.has_tls { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.has_tls { "grpcs" } else { "grpc" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_scheme_a_host_and_a_port() {
        for (text, uri) in [
            ("grpc://farm:8980", "http://farm:8980"),
            ("grpcs://farm.example.com/", "https://farm.example.com:443"),
            ("grpcs://[::1]:50051", "https://[::1]:50051"),
        ] {
            assert_eq!(Address::parse(text).map(|address| address.uri()), Ok(uri.to_owned()));
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "farm:8980",
            "http://farm:1",
            "grpc://farm",
            "grpc://:1",
            "grpc://a:b",
            "grpc://a/b:1",
            "grpc://::1",
        ] {
            assert!(Address::parse(text).is_err_and(|why| why.contains("grpc://HOST:PORT")), "{text}");
        }
    }
}
