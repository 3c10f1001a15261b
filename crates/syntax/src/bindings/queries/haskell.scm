; Haskell: names (values, parameters, operators), members (fields, and methods of classes),
; constructors, types with classes, and modules by the name that they have here.
;
; Approximations: a name that a statement, guard or generator binds is visible in all of the `do`,
; alternative or comprehension around it. Fields, constructors and methods are global, by name. A
; name with a path is one that the list of a qualified import has, and none of the text; of the path,
; the first part counts. What an import without a list brings is unknown, but for a class or type
; that the module is named after. An instance goes with each type of its head and with its class, and
; a method of a class that the text does not define stays as long as the instance. Type variables are
; no names. Elements are guessed, as in languages without a query.

; Scopes.
[(function) (lambda) (alternative) (match) (let_in) (do) (list_comprehension)] @scope
(bind match: (match)) @scope

; Imports.
((import "hiding" (import_list (import_name [
  (variable) @definition.name
  (prefix_id (operator) @definition.name)
  (name) @definition.type
]) @whole)) (#set! accompanies))
((import "hiding" (import_list (import_name (children [(variable) (constructor)] @definition.hidden)))) (#set! fixed))
(import "qualified" (import_list (import_name [
  (variable) @definition.qualified
  (prefix_id (operator) @definition.qualified)
  (name) @definition.qualified-type
]) @part))
(import "qualified" (import_list (import_name (children [
  (variable) @definition.qualified
  (constructor) @definition.qualified-constructor
] @part))))
(import (import_list (import_name [
  (variable) @definition.name
  (prefix_id (operator) @definition.name)
  (name) @definition.type
]) @part))
(import (import_list (import_name (children [
  (variable) @definition.name
  (constructor) @definition.constructor
] @part))))
(import alias: (module . (module_id) @definition.module))
(import "qualified" !alias module: (module . (module_id) @definition.module))
(import !names !alias module: (module (module_id) . (module_id) @definition.type) (#set! used)
  (#not-any-of? @definition.type
    "Applicative" "Bool" "Bounded" "Char" "Either" "Enum" "Eq" "Foldable" "Functor" "Int" "Maybe" "Monad" "Monoid"
    "Ord" "Read" "Show" "String" "Traversable" "Tuple" "Word"))

; Exports.
((export variable: (variable) @definition.name) (#eq? @definition.name "main") (#set! root) (#set! accompanies))
([
  (export (variable) @definition.name)
  (export (prefix_id (operator) @definition.name))
  (export (name) @definition.type)
  (export (children (variable) @definition.member) @whole)
  (export (children (constructor) @definition.constructor) @whole)
] (#set! root) (#set! accompanies))
(export [(variable) @definition.member (prefix_id (operator) @definition.member)]
  (#set! also) (#set! root) (#set! accompanies))
(export [(variable) @reference.name (prefix_id (operator) @reference.name)] (#set! also) (#set! else member))
(module_export (module . (module_id) @reference.module) (#set! weak))

; Types with their parts.
([
  (data_type name: (name) @definition.type)
  (newtype name: (name) @definition.type)
  (type_synonym name: (name) @definition.type)
  (class name: (name) @definition.type)
  (type_family name: (name) @definition.type)
  (data_family name: (name) @definition.type)
] (#set! scope nowhere) (#set! body))
(kind_signature name: (name) @definition.type)
([
  (data_type (data_constructors (data_constructor (prefix name: (constructor) @definition.constructor)) @part))
  (data_type (data_constructors (data_constructor (record name: (constructor) @definition.constructor)) @part))
  (data_type (data_constructors
    (data_constructor (infix operator: (constructor_operator) @definition.constructor)) @part))
  (data_type (data_constructors
    (data_constructor (infix operator: (infix_id (constructor) @definition.constructor))) @part))
  (data_type (gadt_constructors (gadt_constructor name: (constructor) @definition.constructor) @part))
  (data_type (gadt_constructors (gadt_constructor (binding_list (constructor) @definition.constructor @part))))
] (#set! member))
(newtype_constructor name: (constructor) @definition.constructor (#set! member) (#set! fixed))
([
  (pattern_synonym (equation synonym: (constructor) @definition.constructor))
  (pattern_synonym (equation synonym: (apply function: (constructor) @definition.constructor)))
] (#set! body))
(pattern_synonym (signature synonym: (constructor) @definition.constructor))
(newtype_constructor (record (field (field_name (variable) @definition.member))) (#set! member) (#set! fixed))
(field (field_name (variable) @definition.member) @part (#set! member))

; Methods of classes and instances.
([
  (class_declarations (signature name: (variable) @definition.member) @whole)
  (class_declarations (signature name: (prefix_id (operator) @definition.member)) @whole)
  (class_declarations (signature (binding_list (variable) @definition.member @part)) @whole)
  (class_declarations (signature (binding_list (prefix_id (operator) @definition.member) @part)) @whole)
] (#set! scope nowhere) (#set! member))
(class_declarations (default_signature (signature name: (variable) @definition.member)) @whole
  (#set! scope nowhere) (#set! member))
([
  (_ declaration: (function name: (variable) @definition.member) @whole)
  (_ declaration: (function name: (prefix_id (operator) @definition.member)) @whole)
  (_ declaration: (function (infix operator: (operator) @definition.member)) @whole)
  (_ declaration: (function (infix operator: (infix_id (variable) @definition.member))) @whole)
  (_ declaration: (bind name: (variable) @definition.member) @whole)
  (_ declaration: (bind name: (prefix_id (operator) @definition.member)) @whole)
] (#set! scope nowhere) (#set! member) (#set! body) (#set! accompanies))
(instance_declarations (signature name: (variable) @definition.member) @whole
  (#set! scope nowhere) (#set! member) (#set! accompanies))
([
  (_ declaration: (function name: (variable) @reference.name))
  (_ declaration: (function name: (prefix_id (operator) @reference.name)))
  (_ declaration: (function (infix operator: (operator) @reference.name)))
  (_ declaration: (function (infix operator: (infix_id (variable) @reference.name))))
  (_ declaration: (bind name: (variable) @reference.name))
  (_ declaration: (bind name: (prefix_id (operator) @reference.name)))
] (#set! also) (#set! else member))
([
  (instance name: (name) @definition.type)
  (deriving_instance name: (name) @definition.type)
] (#set! scope nowhere) (#set! accompanies))
([
  (instance patterns: (_) @binds.type)
  (deriving_instance patterns: (_) @binds.type)
] (#set! scope nowhere) (#set! accompanies))

; Values of the text.
([
  (declarations (bind name: (variable) @definition.name) @whole)
  (declarations (function name: (variable) @definition.name) @whole)
] (#eq? @definition.name "main") (#set! root) (#set! body))
(declarations (signature name: (variable) @definition.name) @whole (#eq? @definition.name "main") (#set! root))
(foreign_import (signature name: (variable) @definition.name) (#set! body))

; Values of the text and of a part of it.
([
  (let (local_binds (bind name: (variable) @definition.name) @part))
  (let (local_binds (function name: (variable) @definition.name) @part))
  (let (local_binds (function (infix operator: (operator) @definition.name)) @part))
  (function name: (variable) @definition.name)
  (function name: (prefix_id (operator) @definition.name))
  (function (infix operator: (operator) @definition.name))
  (function (infix operator: (infix_id (variable) @definition.name)))
  (function (function_head_parens name: (variable) @definition.name))
  (function (function_head_parens (infix operator: (operator) @definition.name)))
  (function (function_head_parens (infix operator: (infix_id (variable) @definition.name))))
  (bind name: (variable) @definition.name)
  (bind name: (prefix_id (operator) @definition.name))
] (#set! body))
(let (local_binds (signature name: (variable) @definition.name) @part))
(signature name: (variable) @definition.name)
(signature name: (prefix_id (operator) @definition.name))
(signature (binding_list (variable) @definition.name @part))
(signature (binding_list (prefix_id (operator) @definition.name) @part))
([
  (fixity (operator) @definition.name @part)
  (fixity (infix_id (variable) @definition.name) @part)
] (#set! accompanies))
([
  (fixity (operator) @definition.member @part)
  (fixity (infix_id (variable) @definition.member) @part)
] (#set! also) (#set! accompanies))
(fixity [(operator) @reference.name (infix_id (variable) @reference.name)] (#set! also) (#set! else member))
(fixity (constructor_operator) @definition.constructor @part (#set! accompanies))

; Parameters and patterns.
(view_pattern expression: (_) @plain)
(field_pattern !pattern (field_name (variable) @definition.name) (#set! fixed))
((patterns) @binds.name (#set! fixed))
([
  (function (infix left_operand: (_) @binds.name))
  (function (infix right_operand: (_) @binds.name))
  (alternative pattern: (_) @binds.name)
] (#set! inside) (#set! fixed))
([
  (function_head_parens (infix left_operand: (_) @binds.name))
  (function_head_parens (infix right_operand: (_) @binds.name))
  (generator pattern: (_) @binds.name)
  (pattern_guard pattern: (_) @binds.name)
] (#set! fixed))
(bind pattern: (_) @binds.name)

; Types, whose variables are no names.
([
  (signature type: (_) @within.parameter)
  (signature kind: (_) @within.parameter)
  (type_application) @within.parameter
  (data_type) @within.parameter
  (newtype) @within.parameter
  (type_synonym) @within.parameter
  (type_family) @within.parameter
  (data_family) @within.parameter
  (type_instance) @within.parameter
  (kind_signature) @within.parameter
  (class context: (_) @within.parameter)
  (class patterns: (_) @within.parameter)
  (class fundeps: (_) @within.parameter)
  (instance context: (_) @within.parameter)
  (instance forall: (_) @within.parameter)
  (deriving_instance context: (_) @within.parameter)
] (#set! of name))
(type_patterns (variable) @ignore)
(type_patterns (_ (variable) @ignore))
(type_patterns (_ (_ (variable) @ignore)))
(type_patterns (_ (_ (_ (variable) @ignore))))

; Uses.
(field_pattern !pattern (field_name (variable) @reference.member) (#set! also))
(field_update !expression (field_name (variable) @reference.name) (#set! also) (#set! else member))
(field_name (variable) @reference.member)
(projection_selector (variable) @reference.member)
(qualified (module . (module_id) @reference.module))
(qualified id: (variable) @reference.qualified)
(qualified id: (operator) @reference.qualified)
(qualified id: (name) @reference.qualified-type)
(qualified id: (constructor) @reference.qualified-constructor)
(name) @reference.type
[(constructor) (constructor_operator)] @reference.constructor
([(variable) (operator)] @reference.name (#set! else member))
(pragma) @words
