#include "bench/bench.h"
int ss_report_write(const ss_cli *cli, const char *dir, const ss_row *row, int n)
{
    (void)cli, (void)dir, (void)row, (void)n;
    return 0;
}
