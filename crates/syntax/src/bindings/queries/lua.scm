; Lua: names (local and global variables, functions), members (fields and methods) and labels.
;
; Approximations: a local name is visible in its whole block, also before its declaration. Global
; functions, and variables that are assigned outside of all blocks, are visible everywhere; other
; assignments only use what they change. Members are global, by name; keys in table constructors
; are not members.

; Scopes.
[
  (function_declaration) (function_definition) (do_statement) (while_statement) (repeat_statement)
  (if_statement) (elseif_statement) (else_statement) (for_statement)
] @scope

; Not names.
[(attribute (identifier) @ignore) (field name: (identifier) @ignore)]

; Functions.
(function_declaration "local" name: (identifier) @definition.name (#set! body))
(function_declaration name: (identifier) @definition.name (#set! scope text) (#set! body))
([
  (function_declaration name: (dot_index_expression field: (identifier) @definition.member))
  (function_declaration name: (method_index_expression method: (identifier) @definition.member))
] (#set! scope text) (#set! member) (#set! body))
((variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @definition.name)
    (expression_list . value: (function_definition)))) (#set! body))
(assignment_statement
  (variable_list . name: (dot_index_expression field: (identifier) @definition.member))
  (expression_list . value: (function_definition)) (#set! scope text) (#set! member) (#set! body))

; Variables.
[
  (variable_declaration (assignment_statement (variable_list name: (identifier) @definition.name)))
  (variable_declaration (variable_list name: (identifier) @definition.name))
]
((chunk (assignment_statement (variable_list name: (identifier) @definition.name)) @whole))
([
  (parameters name: (identifier) @definition.name)
  (for_generic_clause (variable_list name: (identifier) @definition.name))
  (for_numeric_clause name: (identifier) @definition.name)
] (#set! fixed))

; Fields.
(assignment_statement
  (variable_list name: (dot_index_expression field: (identifier) @definition.member))
  (#set! scope text) (#set! member))

; Labels.
(label_statement (identifier) @definition.label (#set! fixed))
(goto_statement (identifier) @reference.label)

; Uses.
[
  (dot_index_expression field: (identifier) @reference.member)
  (method_index_expression method: (identifier) @reference.member)
]
(identifier) @reference.name

; Statements.
[
  (chunk (_) @statement) (block (_) @statement) (elseif_statement) @statement (else_statement) @statement
]
