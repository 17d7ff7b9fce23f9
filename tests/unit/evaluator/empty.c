/* A shared object without the functions that jato looks for. */
int not_an_objective(void);
int not_an_objective(void) { return 0; }
