//! Functions, types and other things that a WebAssembly module refers to by index: finds unused
//! ones, and removes them.

use std::collections::BTreeSet;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, GlobalSection, ImportSection, MemorySection};
use wasm_encoder::{Module, TableSection, TypeSection};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionSectionReader, Global, Imports, MemorySectionReader,
    Parser, RecGroup, Table, TypeRef,
};

/// The index spaces of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    Type,
    Function,
    Table,
    Memory,
    Global,
}

/// An index space and an index in it.
pub(super) type Numbered = (Space, u32);

/// Returns what nothing refers to, sorted by space and index; empty if the module cannot be parsed.
/// O(bytes).
pub(super) fn unused(text: &[u8]) -> Vec<Numbered> {
    let mut renumber = Renumber::without(&[]);
    let read = renumber.parse_core_module(&mut Module::new(), Parser::new(0), text);
    let used = &renumber.used;
    let all = || renumber.met.iter().zip(SPACES).flat_map(|(&n, space)| (0..n).map(move |at| (space, at)));
    match read {
        Ok(()) => all().filter(|numbered| !used.contains(numbered)).collect(),
        Err(_) => Vec::new(),
    }
}

/// Returns the module without these unused things (sorted), with adjusted indices; `None` if
/// something refers to them, or the module cannot be parsed. O(bytes · log things).
pub(super) fn without(text: &[u8], gone: &[Numbered]) -> Option<Vec<u8>> {
    let mut module = Module::new();
    Renumber::without(gone).parse_core_module(&mut module, Parser::new(0), text).ok()?;
    Some(module.finish())
}

const SPACES: [Space; 5] = [Space::Type, Space::Function, Space::Table, Space::Memory, Space::Global];

struct Renumber<'a> {
    /// What is removed, sorted.
    gone: &'a [Numbered],
    used: BTreeSet<Numbered>,
    /// By space: how many were visited, imported ones first.
    met: [u32; SPACES.len()],
    /// The number of imported functions, which have no body.
    n_imported: u32,
}

/// Something refers to what is removed.
#[derive(Debug)]
struct StillUsed;

impl Renumber<'_> {
    fn without(gone: &[Numbered]) -> Renumber<'_> {
        Renumber { gone, used: BTreeSet::new(), met: [0; SPACES.len()], n_imported: 0 }
    }

    fn is_gone(&self, numbered: Numbered) -> bool {
        self.gone.binary_search(&numbered).is_ok()
    }

    /// Visits the next one of a space. Returns whether it stays.
    fn meet(&mut self, space: Space) -> bool {
        let at = self.met[space as usize];
        self.met[space as usize] += 1;
        !self.is_gone((space, at))
    }

    /// Returns the new index of a reference.
    fn refer(&mut self, space: Space, old: u32) -> Result<u32, Error<StillUsed>> {
        self.used.insert((space, old));
        let n_before = |number: u32| self.gone.partition_point(|gone| *gone < (space, number));
        match self.is_gone((space, old)) {
            true => Err(Error::UserError(StillUsed)),
            false => Ok(old - (n_before(old) - n_before(0)) as u32),
        }
    }
}

impl Reencode for Renumber<'_> {
    type Error = StillUsed;

    fn type_index(&mut self, old: u32) -> Result<u32, Error<StillUsed>> {
        self.refer(Space::Type, old)
    }

    fn function_index(&mut self, old: u32) -> Result<u32, Error<StillUsed>> {
        self.refer(Space::Function, old)
    }

    fn table_index(&mut self, old: u32) -> Result<u32, Error<StillUsed>> {
        self.refer(Space::Table, old)
    }

    fn memory_index(&mut self, old: u32) -> Result<u32, Error<StillUsed>> {
        self.refer(Space::Memory, old)
    }

    fn global_index(&mut self, old: u32) -> Result<u32, Error<StillUsed>> {
        self.refer(Space::Global, old)
    }

    /// Name sections are not special: a name is not a use.
    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Result<(), Error<StillUsed>> {
        module.section(&utils::custom_section(self, section));
        Ok(())
    }

    /// A group of several types, which may refer to each other, stays: all of them count as used.
    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: wasmparser::TypeSectionReader<'_>,
    ) -> Result<(), Error<StillUsed>> {
        for group in section {
            let group: RecGroup = group?;
            let first = self.met[Space::Type as usize];
            let mut stays = false;
            for _ in group.types() {
                stays |= self.meet(Space::Type);
            }
            if 1 < group.types().len() {
                self.used.extend((first..self.met[Space::Type as usize]).map(|at| (Space::Type, at)));
            }
            if stays {
                self.parse_recursive_type_group(types.ty(), group)?;
            }
        }
        Ok(())
    }

    fn parse_imports(
        &mut self,
        section: &mut ImportSection,
        imports: Imports<'_>,
    ) -> Result<(), Error<StillUsed>> {
        let Imports::Single(_, import) = &imports else {
            // A rare encoding that does not state how many imports it contains: indices would be
            // wrong.
            return Err(Error::UserError(StillUsed));
        };
        let space = match import.ty {
            TypeRef::Func(_) | TypeRef::FuncExact(_) => Some(Space::Function),
            TypeRef::Table(_) => Some(Space::Table),
            TypeRef::Memory(_) => Some(Space::Memory),
            TypeRef::Global(_) => Some(Space::Global),
            TypeRef::Tag(_) => None,
        };
        let stays = space.is_none_or(|space| self.meet(space));
        self.n_imported = self.met[Space::Function as usize];
        if stays { utils::parse_imports(self, section, imports) } else { Ok(()) }
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<StillUsed>> {
        for ty in section {
            let ty = ty?;
            if self.meet(Space::Function) {
                functions.function(self.type_index(ty)?);
            }
        }
        Ok(())
    }

    fn parse_table(&mut self, tables: &mut TableSection, table: Table<'_>) -> Result<(), Error<StillUsed>> {
        if self.meet(Space::Table) { utils::parse_table(self, tables, table) } else { Ok(()) }
    }

    fn parse_memory_section(
        &mut self,
        memories: &mut MemorySection,
        section: MemorySectionReader<'_>,
    ) -> Result<(), Error<StillUsed>> {
        for memory in section {
            let memory = memory?;
            if self.meet(Space::Memory) {
                memories.memory(self.memory_type(memory)?);
            }
        }
        Ok(())
    }

    fn parse_global(
        &mut self,
        globals: &mut GlobalSection,
        global: Global<'_>,
    ) -> Result<(), Error<StillUsed>> {
        if self.meet(Space::Global) { utils::parse_global(self, globals, global) } else { Ok(()) }
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<StillUsed>> {
        for (at, body) in (self.n_imported..).zip(section) {
            let body = body?;
            if !self.is_gone((Space::Function, at)) {
                self.parse_function_body(code, body)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, EntityType, ExportKind, ExportSection, Function, GlobalType, Instruction, ValType,
    };

    use super::*;

    /// Returns a module that exports function `main`, which calls function `callee` of type
    /// `callee_type` and reads global `global`.
    fn module(
        types: u32,
        imports: &[u32],
        callee: u32,
        callee_type: u32,
        n_globals: u32,
        global: u32,
    ) -> Vec<u8> {
        let mut module = Module::new();
        let mut section = TypeSection::new();
        for n_results in (0..types).rev() {
            section.ty().function([], vec![ValType::I32; n_results as usize]);
        }
        module.section(&section);
        let mut section = ImportSection::new();
        for &ty in imports {
            section.import("env", "f", EntityType::Function(ty));
        }
        module.section(&section);
        let mut functions = FunctionSection::new();
        functions.function(types - 1).function(callee_type);
        module.section(&functions);
        let mut globals = GlobalSection::new();
        for n in 0..n_globals {
            let ty = GlobalType { val_type: ValType::I32, mutable: false, shared: false };
            globals.global(ty, &ConstExpr::i32_const((n_globals - n) as i32));
        }
        module.section(&globals);
        let mut exports = ExportSection::new();
        exports.export("main", ExportKind::Func, imports.len() as u32);
        module.section(&exports);
        let mut code = CodeSection::new();
        for body in [&[Instruction::Call(callee), Instruction::GlobalGet(global), Instruction::Drop][..], &[]]
        {
            let mut function = Function::new([]);
            body.iter().for_each(|instruction| {
                function.instruction(instruction);
            });
            function.instruction(&Instruction::End);
            code.function(&function);
        }
        module.section(&code);
        module.finish()
    }

    #[test]
    fn what_nothing_refers_to_is_found() {
        // Function 0 and global 0 are unused; type 1 is that of function 0.
        let text = module(3, &[1, 0], 3, 0, 2, 1);
        assert_eq!(unused(&text), [(Space::Function, 0), (Space::Function, 1), (Space::Global, 0)]);
    }

    #[test]
    fn what_is_behind_gets_other_numbers() {
        let text = module(3, &[1, 0], 3, 0, 2, 1);
        let gone = [(Space::Function, 0), (Space::Function, 1), (Space::Global, 0)];
        let left = without(&text, &gone).unwrap();
        assert_eq!(unused(&left), [(Space::Type, 1)], "its function is gone");
        let left = without(&left, &[(Space::Type, 1)]).unwrap();
        assert_eq!(unused(&left), []);
        assert_eq!(left.escape_ascii().to_string(), expected().escape_ascii().to_string());
    }

    /// Two types, two functions, one global, each used.
    fn expected() -> Vec<u8> {
        let text = module(1, &[], 1, 0, 1, 0);
        let two_types = b"\x01\x09\x02\x60\0\x02\x7f\x7f\x60\0\0";
        let types = b"\x01\x04\x01\x60\0\0";
        let at = text.windows(types.len()).position(|window| window == types).unwrap();
        let functions = b"\x03\x03\x02\0\0";
        let text = [&text[..at], two_types, &text[at + types.len()..]].concat();
        let at = text.windows(functions.len()).position(|window| window == functions).unwrap();
        [&text[..at], b"\x03\x03\x02\x01\0", &text[at + functions.len()..]].concat()
    }

    #[test]
    fn what_is_referred_to_can_not_go() {
        let text = module(1, &[], 1, 0, 1, 0);
        assert_eq!(unused(&text), []);
        for used in [(Space::Type, 0), (Space::Function, 1), (Space::Global, 0)] {
            assert_eq!(without(&text, &[used]), None, "{used:?}");
        }
        assert_eq!(without(&text, &[]), Some(text));
    }

    #[test]
    fn of_what_is_no_module_nothing_is_unused() {
        let text = module(3, &[1, 0], 3, 0, 2, 1);
        for end in 0..text.len() {
            unused(&text[..end]);
        }
        for at in 8..text.len() {
            let mut broken = text.clone();
            broken[at] ^= 0xff;
            let gone = unused(&broken);
            without(&broken, &gone);
        }
        assert_eq!(unused(b"int main;"), []);
    }
}
