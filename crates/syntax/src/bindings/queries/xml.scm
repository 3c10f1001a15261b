; XML: entities, prefixes of namespaces, and ids.
;
; Approximations: an attribute called `id` or `xml:id` is an id, and any other attribute with the
; same value (with or without `#` before it) uses it. A prefix is visible in the element that
; declares it. Declarations of elements and attributes in a document type are ignored.

; Scopes.
(element) @scope

; Definitions.
(GEDecl . (Name) @definition.entity (#set! scope text))
((_ (Attribute (Name) @_what (AttValue) @definition.id)) (#any-of? @_what "id" "ID" "xml:id") (#set! scope text) (#set! fixed))
((Attribute (Name) @definition.prefix) (#match? @definition.prefix "^xmlns:"))

; Uses.
(EntityRef (Name) @reference.entity)
[(STag (Name) @reference.prefix) (EmptyElemTag (Name) @reference.prefix) (Attribute (Name) @reference.prefix)]
(ETag (Name) @ignore)
(Attribute (AttValue) @reference.id (#set! weak))

; Statements.
(element) @statement
