/* A shared object that defines no method. */
int jato_is_not_here(void);
int jato_is_not_here(void) { return 0; }
