/* The parts of a report in words. */
#pragma once

#include "picture/data.h"

#include <stdio.h>

void cli_page_best(FILE *page, const cli_data *data);        /* its value, and the few values */
void cli_page_coordinates(FILE *page, const cli_data *data); /* many of them, without names */
void cli_page_standing(FILE *page, const cli_data *data);    /* effort, why it stopped */
void cli_page_settings(FILE *page, const cli_data *data);    /* problem, algorithm, limits */
void cli_page_commands(FILE *page, const cli_data *data);    /* to repeat, resume and verify */
void cli_page_provenance(FILE *page, const cli_data *data);  /* which jato made it, where, when */
