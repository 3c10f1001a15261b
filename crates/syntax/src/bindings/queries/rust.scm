; Rust: names (variables, functions, types, modules, imports), members (fields, variants, methods
; and other associated items), macros, lifetimes and labels.
;
; Approximations: items are visible in the block around them or in the whole text, whatever their
; module; an import is one more definition of the names that it imports. A variable is visible in
; its whole block, also before its `let`. Members are global, by name. A method of an `impl` of a
; trait is a definition only if the text declares the trait's method. In patterns, a capitalized
; name is a use. Names in macro calls are uses of variables; definitions made by macros are not
; seen.

; Scopes.
(function_item) @scope.function
[(block) (closure_expression) (match_arm) (for_expression) (if_expression) (while_expression) (async_block)] @scope.block
[
  (struct_item) (enum_item) (union_item) (trait_item) (impl_item) (type_item) (function_signature_item) (macro_definition)
] @scope

; Imports.
(use_declaration argument: (identifier) @definition.name (#set! scope block))
(use_declaration argument: (scoped_identifier name: (identifier) @definition.name) (#set! scope block))
(use_declaration argument: (use_as_clause alias: (identifier) @definition.name) (#set! scope block))
(use_list (identifier) @definition.name @whole (#set! scope block))
(use_list (scoped_identifier name: (identifier) @definition.name) @whole (#set! scope block))
(use_list (use_as_clause alias: (identifier) @definition.name) @whole (#set! scope block))
(scoped_use_list path: (identifier) @definition.name list: (use_list (self) @whole) (#set! scope block))
(scoped_use_list
  path: (scoped_identifier name: (identifier) @definition.name) list: (use_list (self) @whole) (#set! scope block))
(extern_crate_declaration name: (identifier) @definition.name)
(extern_crate_declaration alias: (identifier) @definition.name)

; Members.
(field_declaration name: (field_identifier) @definition.member (#set! scope text) (#set! member))
(enum_variant name: (identifier) @definition.member (#set! scope text) (#set! member))
(impl_item
  trait: (_) body: (declaration_list (function_item name: (identifier) @definition.member) @whole)
  (#set! scope text) (#set! member) (#set! body) (#set! accompanies))
(impl_item
  trait: (_) body: (declaration_list (const_item name: (identifier) @definition.member) @whole)
  (#set! scope text) (#set! member) (#set! accompanies))
(impl_item
  trait: (_) body: (declaration_list (type_item name: (type_identifier) @definition.member) @whole)
  (#set! scope text) (#set! member) (#set! accompanies))
([
  (impl_item body: (declaration_list (function_item name: (identifier) @definition.member) @whole))
  (trait_item body: (declaration_list (function_item name: (identifier) @definition.member) @whole))
] (#set! scope text) (#set! member) (#set! body))
([
  (impl_item body: (declaration_list (const_item name: (identifier) @definition.member) @whole))
  (trait_item body: (declaration_list (const_item name: (identifier) @definition.member) @whole))
  (trait_item body: (declaration_list (function_signature_item name: (identifier) @definition.member) @whole))
  (trait_item body: (declaration_list (associated_type name: (type_identifier) @definition.member) @whole))
] (#set! scope text) (#set! member))

; Items. Implementations belong to their type.
((function_item name: (identifier) @definition.name)
  (#eq? @definition.name "main") (#set! scope block) (#set! body) (#set! root))
([
  (function_item name: (identifier) @definition.name)
  (mod_item name: (identifier) @definition.name body: (_))
] (#set! scope block) (#set! body))
([
  (function_signature_item name: (identifier) @definition.name)
  (const_item name: (identifier) @definition.name)
  (static_item name: (identifier) @definition.name)
  (struct_item name: (type_identifier) @definition.name)
  (enum_item name: (type_identifier) @definition.name)
  (union_item name: (type_identifier) @definition.name)
  (trait_item name: (type_identifier) @definition.name)
  (type_item name: (type_identifier) @definition.name)
  (mod_item name: (identifier) @definition.name)
] (#set! scope block))
(impl_item type: (type_identifier) @definition.name (#set! scope block) (#set! accompanies))
(impl_item type: (generic_type type: (type_identifier) @definition.name) (#set! scope block) (#set! accompanies))
(impl_item type: (reference_type type: (type_identifier) @definition.name) (#set! scope block) (#set! accompanies))
(impl_item
  type: (reference_type type: (generic_type type: (type_identifier) @definition.name)) (#set! scope block) (#set! accompanies))
(macro_definition name: (identifier) @definition.macro (#set! scope text))

; Parameters of types.
(type_parameter name: (type_identifier) @definition.name (#set! fixed))
(const_parameter name: (identifier) @definition.name (#set! fixed))
(lifetime_parameter name: (lifetime (identifier) @definition.lifetime) (#set! fixed))

; Variables.
((let_declaration pattern: (identifier) @definition.name) (#not-match? @definition.name "^[A-Z]"))
((let_declaration pattern: (mut_pattern (identifier) @definition.name)))
((parameter pattern: (identifier) @definition.name) (#set! fixed))
(closure_parameters (identifier) @definition.name (#set! fixed))
((for_expression pattern: (identifier) @definition.name) (#set! fixed) (#set! inside))
([
  (let_condition pattern: (identifier) @definition.name)
  (match_pattern . (identifier) @definition.name)
  (tuple_pattern (identifier) @definition.name)
  (slice_pattern (identifier) @definition.name)
  (or_pattern (identifier) @definition.name)
  (ref_pattern (identifier) @definition.name)
  (mut_pattern (identifier) @definition.name)
  (reference_pattern (identifier) @definition.name)
  (captured_pattern . (identifier) @definition.name)
  (tuple_struct_pattern type: (_) (identifier) @definition.name)
  (field_pattern pattern: (identifier) @definition.name)
] (#not-match? @definition.name "^[A-Z]") (#set! fixed))
(field_pattern name: (shorthand_field_identifier) @definition.name (#set! fixed))

; Labels: those of blocks and loops.
([
  (for_expression (label (identifier) @definition.label))
  (while_expression (label (identifier) @definition.label))
  (loop_expression (label (identifier) @definition.label))
  (block (label (identifier) @definition.label))
] (#set! fixed) (#set! scope function))

; Uses.
(label (identifier) @reference.label)
(lifetime (identifier) @reference.lifetime)
(macro_invocation macro: (identifier) @reference.macro (#set! else name))
(attribute (identifier) @ignore)
((scoped_identifier path: (identifier) @_crate name: (identifier) @ignore) (#any-of? @_crate "std" "core" "alloc"))
(scoped_identifier name: (identifier) @reference.member (#set! else name))
(scoped_type_identifier name: (type_identifier) @reference.member (#set! else name))
(type_binding name: (type_identifier) @reference.member (#set! weak))
(field_identifier) @reference.member
((identifier) @reference.name (#match? @reference.name "^[A-Z]") (#set! else member))
(token_tree "." . (identifier) @reference.member (#set! weak))
(token_tree "::" . (identifier) @reference.member (#set! else name))
(token_tree (identifier) @reference.member . ":" (#set! weak) (#set! else name))
[(identifier) (type_identifier)] @reference.name
(field_pattern name: (shorthand_field_identifier) @reference.member (#set! also))
(shorthand_field_initializer (identifier) @reference.member (#set! also))

; Functions that return a value, by `return` or by the expression at their end.
(function_item return_type: (_)) @returns
(return_expression (_)) @return
(function_item
  return_type: (_)
  body: (block
    [
      (array_expression) (assignment_expression) (async_block) (await_expression) (binary_expression) (block)
      (boolean_literal) (call_expression) (char_literal) (closure_expression) (field_expression) (float_literal)
      (for_expression) (generic_function) (identifier) (if_expression) (index_expression) (integer_literal)
      (loop_expression) (macro_invocation) (match_expression) (parenthesized_expression) (range_expression)
      (raw_string_literal) (reference_expression) (scoped_identifier) (self) (string_literal) (struct_expression)
      (try_expression) (tuple_expression) (type_cast_expression) (unary_expression) (unit_expression) (unsafe_block)
      (while_expression)
    ] @return))

; Statements.
[(source_file (_) @statement) (declaration_list (_) @statement) (block (_) @statement) (match_arm) @statement]
