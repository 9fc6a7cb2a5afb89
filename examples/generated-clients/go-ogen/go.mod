module strongroom.example/generated-by-ogen

go 1.24

require strongroom.example/client v0.0.0

replace strongroom.example/client => ../../without-the-library/go
