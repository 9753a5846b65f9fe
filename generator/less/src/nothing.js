// Stands for parts of a library that the engine has itself.
