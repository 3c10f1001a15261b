; WGSL: names (functions, variables, types, WESL imports) and members.
;
; Approximations: a name is visible in its whole scope, also before its definition. Members are
; global, by name. A use of a member may be a vector component instead, so it needs no
; definition. Names in template lists are uses if something defines them; names in attributes
; such as `@builtin` are not.

; Scopes.
(function_decl) @scope
[(compound_statement) (for_statement)] @scope

; Not names.
(enable_directive (identifier) @ignore)
(attribute name: (identifier) @ignore)
((attribute name: (identifier) @_what (argument_list (identifier) @ignore))
  (#any-of? @_what "builtin" "interpolate" "diagnostic" "type"))

; Definitions in the whole text.
((global_decl
  (attribute name: (identifier) @_stage)
  (function_decl (function_header name: (identifier) @definition.name)))
  (#any-of? @_stage "vertex" "fragment" "compute") (#set! body) (#set! root))
(global_decl (function_decl (function_header name: (identifier) @definition.name)) (#set! body))
(global_decl (struct_decl name: (identifier) @definition.name))
(global_decl (type_alias_decl name: (identifier) @definition.name))
(global_decl (global_value_decl name: (identifier) @definition.name))
(global_decl (global_variable_decl (variable_decl name: (identifier) @definition.name)))
(struct_member name: (identifier) @definition.member (#set! scope text) (#set! member))
(import_item !rename name: (identifier) @definition.name (#set! scope text))
(import_item rename: (identifier) @definition.name (#set! scope text))
(import_path (identifier) @ignore)

; Definitions in functions.
(param name: (identifier) @definition.name (#set! fixed))
(statement (variable_or_value_statement name: (identifier) @definition.name))
(statement (variable_or_value_statement (variable_decl name: (identifier) @definition.name)))
(for_header (variable_or_value_statement name: (identifier) @definition.name) @whole)
(for_header (variable_or_value_statement (variable_decl name: (identifier) @definition.name)) @whole)

; Uses.
((named_component_expression component: (identifier) @reference.member)
  (#any-of? @reference.member "x" "y" "z" "w" "r" "g" "b" "a" "xy" "xyz" "rgb") (#set! weak))
(named_component_expression component: (identifier) @reference.member)
(identifier) @reference.name

; Functions that return a value.
(function_decl (function_header return_type: (_))) @returns
(return_statement (_)) @return

; Statements.
[(statement) (switch_clause)] @statement
