//! XML and the formats written in it.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

pub(super) static XML: Language = Language {
    name: "xml",
    aliases: &["svg"],
    extensions: &[
        "xml", "svg", "xsd", "xslt", "xsl", "rng", "plist", "pom", "csproj", "vcxproj", "xaml", "wsdl",
        "gpx", "kml", "rss", "atom", "dae", "ui",
    ],
    file_names: &[],
    first_line: &[FirstLine::Starts("<?xml"), FirstLine::Starts("<svg")],
    marks: &[],
    comments: Comments::XML,
    nesting: Nesting::Tags { without_end: &[] },
    spacing: Spacing::Free { word_bytes: b"-.:" },
    names: Names::Xml,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/xml.scm")],
        undefined: Undefined::StatementFails,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: None,
    }),
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_xml::LANGUAGE_XML.into(),
        node_types: tree_sitter_xml::XML_NODE_TYPES,
        rules: include_bytes!("../facts/data/xml.rules"),
        locals: None,
        package: Package { name: "tree-sitter-xml", folder: "xml/src" },
        is_safe: None,
        injected: &[],
    }),
};
