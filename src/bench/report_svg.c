/* Drawings of gnuplot inside the report's page: names of their own, colours by the reader's theme. */
#include "bench/report.h"

#include <stdlib.h>
#include <string.h>

/* What is drawn in the light colour on white is drawn in the other on the dark theme's ground. */
static const struct {
    unsigned light, dark;
} paint[] = {
    {0xffffff, 0x16191d}, {0x222222, 0xe6e8eb}, {0x444444, 0xb5bac2}, {0x666666, 0xa0a5ad}, {0x888888, 0x8b9098},
    {0x949494, 0x858a92}, {0xaaaaaa, 0x6c727b}, {0xbbbbbb, 0x454b54}, {0xdddddd, 0x31363d}, {0x000000, 0xffffff},
    {0x0072b2, 0x4fa3e3}, {0xd55e00, 0xff8540}, {0x009e73, 0x2fc795}, {0xcc79a7, 0xe79ac6}, {0xbd8000, 0xe0a52b},
    {0x3a97d0, 0xa5dcff}, {0x8a8a2e, 0xc6c654},
};
enum { PAINTS = sizeof paint / sizeof *paint };

void report_svg_style(struct text *out)
{
    text_put(out, "@media screen and (prefers-color-scheme:dark){:root{");
    for (int i = 0; i < PAINTS; i++) text_add(out, "--p%06x:#%06x;", paint[i].light, paint[i].dark);
    text_put(out, "}}");
}

/* The letters of the colour at s, "#rrggbb" or "rgb(r, g, b)"; 0: there is none. */
static size_t colour(const char *s, unsigned long *rgb)
{
    char *end;
    if (*s == '#' && strspn(s + 1, "0123456789abcdefABCDEF") == 6) {
        *rgb = strtoul(s + 1, NULL, 16);
        return 7;
    }
    if (strncmp(s, "rgb(", 4)) return 0;
    *rgb = 0;
    for (const char *at = s + 4;; at = end + 1) {
        *rgb = *rgb << 8 | (strtoul(at, &end, 10) & 255);
        if (*end != ',') return *end == ')' ? (size_t)(end + 1 - s) : 0;
    }
}

/* Between the quotes of an attribute, where alone a style's variable may stand. */
static size_t themed(const char *s, struct text *out)
{
    unsigned long rgb = 0;
    size_t n = 1 + colour(s + 1, &rgb);
    if (n == 1 && !strncmp(s + 1, "black", 5)) n = 6;
    if (n == 1 || s[n] != *s) return 0;
    for (int i = 0; i < PAINTS; i++)
        if (paint[i].light == rgb) {
            text_add(out, "%cvar(--p%06lx,#%06lx)%c", *s, rgb, rgb, *s);
            return n + 1;
        }
    return 0;
}

void report_svg(const char *svg, int number, struct text *out)
{
    static const char *const marks[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#"};
    while (*svg) {
        size_t n = *svg == '"' || *svg == '\'' ? themed(svg, out) : 0;
        if (n) {
            svg += n;
            continue;
        }
        for (size_t i = 0; i < sizeof marks / sizeof *marks && !n; i++)
            if (!strncmp(svg, marks[i], strlen(marks[i]))) n = strlen(marks[i]);
        text_bytes(out, svg, n ? n : 1);
        if (n) text_add(out, "p%d-", number);
        svg += n ? n : 1;
    }
}
