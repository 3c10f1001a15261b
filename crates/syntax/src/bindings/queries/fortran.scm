; Fortran, free form: names (variables, parameters, what `use` brings), what modules share (their
; variables, procedures and types), components of types, and modules.
;
; Approximations: what a module defines, and every procedure and type, is one thing in the whole
; text, by its name; so are components. What `use` brings is one more definition of that. A
; parameter is what its declaration defines: in the list it accompanies that. Labels, formats,
; common blocks and names after `end` are unknown.

; Scopes.
[(module) (submodule) (program) (function) (subroutine) (derived_type_definition)] @scope

; Not names.
[
  (end_module_statement (name) @ignore) (end_program_statement (name) @ignore)
  (end_function_statement (name) @ignore) (end_subroutine_statement (name) @ignore)
  (end_type_statement (name) @ignore) (end_interface_statement (name) @ignore)
  (keyword_argument name: (identifier) @ignore) (keyword_statement (identifier) @ignore)
]

; Modules and programs.
((module (module_statement (name) @definition.module)) (#set! scope text) (#set! body))
((program (program_statement (name) @definition.module)) @whole (#set! scope text) (#set! body) (#set! root))
(use_statement (module_name) @reference.module)

; Imports.
((use_statement (included_items (identifier) @definition.shared @part)) (#set! scope text))
(use_statement (included_items (use_alias (local_name) @definition.name) @part))
(use_statement (included_items (use_alias (identifier) @reference.shared)))

; What modules share.
((function (function_statement name: (name) @definition.shared)) (#set! scope text) (#set! body))
((subroutine (subroutine_statement name: (name) @definition.shared)) (#set! scope text) (#set! body))
((derived_type_definition (derived_type_statement (type_name) @definition.shared)) (#set! scope text) (#set! body))
((interface (interface_statement (name) @definition.shared)) (#set! scope text) (#set! body))
([
  (module (variable_declaration declarator: (identifier) @definition.shared @part) @whole)
  (module (variable_declaration declarator: (sized_declarator . (identifier) @definition.shared) @part) @whole)
  (module (variable_declaration declarator: (init_declarator left: (identifier) @definition.shared) @part) @whole)
  (module (variable_declaration
    declarator: (init_declarator left: (sized_declarator . (identifier) @definition.shared)) @part) @whole)
] (#set! scope text) (#set! body))
([
  (public_statement (identifier) @definition.shared @part)
  (private_statement (identifier) @definition.shared @part)
] (#set! scope text) (#set! accompanies))

; Components.
([
  (derived_type_definition (variable_declaration declarator: (identifier) @definition.member @part) @whole)
  (derived_type_definition (variable_declaration
    declarator: (sized_declarator . (identifier) @definition.member) @part) @whole)
  (derived_type_definition (variable_declaration
    declarator: (init_declarator left: (identifier) @definition.member) @part) @whole)
  (derived_type_definition (variable_declaration
    declarator: (init_declarator left: (sized_declarator . (identifier) @definition.member)) @part) @whole)
] (#set! scope text) (#set! member))
(type_member) @reference.member

; Parameters.
([
  (parameters (identifier) @definition.name)
  (function_result (identifier) @definition.name)
] (#set! fixed) (#set! accompanies))

; Variables.
[
  (variable_declaration declarator: (identifier) @definition.name @part)
  (variable_declaration declarator: (sized_declarator . (identifier) @definition.name) @part)
  (variable_declaration declarator: (init_declarator left: (identifier) @definition.name) @part)
  (variable_declaration declarator: (init_declarator left: (sized_declarator . (identifier) @definition.name)) @part)
]

; Uses.
((method_name) @reference.shared (#set! else member))
((type_name) @reference.name (#set! else shared))
((identifier) @reference.name (#set! else shared))

; Statements.
[
  (module) (submodule) (program) (function) (subroutine) (interface) (derived_type_definition)
  (use_statement) (public_statement) (private_statement) (variable_declaration) (procedure_statement)
  (assignment_statement) (pointer_association_statement) (subroutine_call) (if_statement) (elseif_clause)
  (else_clause) (do_loop) (where_statement) (select_case_statement) (case_statement) (keyword_statement)
  (print_statement) (write_statement) (read_statement) (open_statement) (close_statement) (stop_statement)
  (allocate_statement) (deallocate_statement)
] @statement
