; TSX adds elements, whose names are those of functions and classes.
