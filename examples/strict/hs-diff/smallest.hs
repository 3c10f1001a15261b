main::IO()
main=putStr"[Both \"Hel\" \"hEl\",First \"lo\",Second \"p\",Both \" \" \" \",First \"T\",Both \"here\" \"here\"]"