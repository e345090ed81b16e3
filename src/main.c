#include <stdio.h>
int main(void) { puts("loophole"); return 0; }
