module planspec-example

go 1.23
