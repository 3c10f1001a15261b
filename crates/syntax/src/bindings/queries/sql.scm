; SQL: tables (and views, common table expressions, aliases, indexes, types), columns and
; functions.
;
; Approximations: a name is visible in the whole text, an alias and a common table expression in
; their statement. Schemas are ignored. Columns are global, by name. Statements that only fill or
; extend a table (`INSERT`, `CREATE INDEX`, `ALTER TABLE`) belong to the table: they are removed
; with it and are not uses of it.

; Scopes.
(statement) @scope.statement
[(subquery) (cte) (create_query)] @scope

; Tables: statements that create them, then those that fill and change them.
(statement (create_table (object_reference name: (identifier) @definition.table)) (#set! scope text) (#set! body))
(statement (create_view (object_reference name: (identifier) @definition.table))
  (#set! scope text) (#set! body))
(statement
  (create_materialized_view (object_reference name: (identifier) @definition.table))
  (#set! scope text) (#set! body))
(statement
  (create_type (object_reference name: (identifier) @definition.table))
  (#set! scope text) (#set! body))
(statement
  (create_sequence (object_reference name: (identifier) @definition.table))
  (#set! scope text) (#set! body))
(statement (insert (object_reference name: (identifier) @definition.table)) (#set! scope text) (#set! accompanies))
(statement (create_index (object_reference name: (identifier) @definition.table)) (#set! scope text) (#set! accompanies))
(statement (alter_table (object_reference name: (identifier) @definition.table)) (#set! scope text) (#set! accompanies))
(statement (drop_table (object_reference name: (identifier) @definition.table)) (#set! scope text) (#set! accompanies))
(statement (drop_view (object_reference name: (identifier) @definition.table)) (#set! scope text) (#set! accompanies))
(cte . (identifier) @definition.table (#set! scope statement))
(relation alias: (identifier) @definition.table (#set! fixed) (#set! scope statement))

; Functions.
(statement
  (create_function (keyword_function) . (object_reference name: (identifier) @definition.function))
  (#set! scope text) (#set! body))

; Columns.
(column_definition . name: (identifier) @definition.column (#set! scope text) (#set! member))
(cte argument: (identifier) @definition.column (#set! fixed) (#set! scope text))
(term alias: (identifier) @definition.column (#set! fixed) (#set! scope text))

; Uses.
(invocation (object_reference name: (identifier) @reference.function))
(field (object_reference name: (identifier) @reference.table))
(object_reference name: (identifier) @reference.table)
(field name: (identifier) @reference.column)
(field column: (identifier) @reference.column)
(column (identifier) @reference.column)
(column_definition (identifier) @reference.column)

; Statements.
(statement) @statement
(cte) @statement
