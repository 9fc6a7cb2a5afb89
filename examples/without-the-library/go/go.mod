module strongroom.example/client

go 1.24
