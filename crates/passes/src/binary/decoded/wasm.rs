//! WebAssembly modules, as text.

use wasm_encoder::{IndirectNameMap, Module, NameMap, NameSection, RawSection};
use wasmparser::{KnownCustom, Name, NameSectionReader, Parser, Payload};
use wasmprinter::{Config, PrintFmtWrite};

/// What the names begin with that things without a name get in the text.
const INVENTED: char = '#';

/// Returns the text of a module, in which everything has a name; `None` if it cannot be parsed.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    if !bytes.starts_with(b"\0asm") {
        return None;
    }
    let mut text = String::new();
    Config::new().name_unnamed(true).print(bytes, &mut PrintFmtWrite(&mut text)).ok()?;
    Some(text)
}

/// Returns the module of a text, without names that the text invented; `None` if it is no module,
/// or refers to what is not there.
pub(super) fn encode(text: &[u8]) -> Option<Vec<u8>> {
    let bytes = wat::parse_bytes(text).ok()?;
    let mut module = Module::new();
    for payload in Parser::new(0).parse_all(&bytes) {
        let payload = payload.ok()?;
        if let Payload::CustomSection(section) = &payload
            && let KnownCustom::Name(names) = section.as_known()
        {
            let names = given(names)?;
            if !names.as_custom().data.is_empty() {
                module.section(&names);
            }
        } else if let Some((id, range)) = payload.as_section() {
            let range = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
            module.section(&RawSection { id, data: bytes.get(range)? });
        }
    }
    Some(module.finish())
}

/// Returns the names that were not invented; `None` if they cannot be read.
fn given(names: NameSectionReader<'_>) -> Option<NameSection> {
    let mut section = NameSection::new();
    for name in names {
        let name = name.ok()?;
        let write: fn(&mut NameSection, &NameMap) = match &name {
            Name::Function(_) => NameSection::functions,
            Name::Type(_) => NameSection::types,
            Name::Table(_) => NameSection::tables,
            Name::Memory(_) => NameSection::memories,
            Name::Global(_) => NameSection::globals,
            Name::Element(_) => NameSection::elements,
            Name::Data(_) => NameSection::data,
            _ => NameSection::tags,
        };
        let write_nested: fn(&mut NameSection, &IndirectNameMap) = match &name {
            Name::Local(_) => NameSection::locals,
            Name::Label(_) => NameSection::labels,
            Name::Field(_) => NameSection::fields,
            Name::Parameter(_) => NameSection::parameters,
            _ => NameSection::tag_parameters,
        };
        match name {
            Name::Module { name, .. } => section.module(name),
            Name::Function(map)
            | Name::Type(map)
            | Name::Table(map)
            | Name::Memory(map)
            | Name::Global(map)
            | Name::Element(map)
            | Name::Data(map)
            | Name::Tag(map) => {
                let map = kept(map)?;
                if !map.is_empty() {
                    write(&mut section, &map);
                }
            }
            Name::Local(maps)
            | Name::Label(maps)
            | Name::Field(maps)
            | Name::Parameter(maps)
            | Name::TagParameter(maps) => {
                let kept = maps.into_iter().map(|naming| {
                    let naming = naming.ok()?;
                    Some((naming.index, kept(naming.names)?))
                });
                let mut kept: Vec<(u32, NameMap)> = kept.collect::<Option<_>>()?;
                kept.retain(|(_, map)| !map.is_empty());
                let mut all = IndirectNameMap::new();
                kept.iter().for_each(|(index, map)| all.append(*index, map));
                if !kept.is_empty() {
                    write_nested(&mut section, &all);
                }
            }
            Name::Unknown { .. } => {}
        }
    }
    Some(section)
}

/// Returns the names of one kind of things that were not invented.
fn kept(names: wasmparser::NameMap<'_>) -> Option<NameMap> {
    let mut map = NameMap::new();
    for naming in names {
        let naming = naming.ok()?;
        if !naming.name.starts_with(INVENTED) {
            map.append(naming.index, naming.name);
        }
    }
    Some(map)
}
