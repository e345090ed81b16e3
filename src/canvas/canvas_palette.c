/* The colours of pictures, for light and for dark ground. They differ in lightness too, so that
 * they are told apart in grey print and by the colour-blind (blue and orange of Okabe and Ito);
 * what is written on them has a contrast of 4.5 at least. */
#include "canvas/canvas_inside.h"

/* Colors as #rrggbb: of an ink, and of text on it; [0] on a light ground, [1] on a dark one. */
struct paint {
    const char *fill[2], *text[2];
};

static const struct paint paints[INKS] = {
    [INK_NONE] = {{"#ffffff", "#16191d"}, {"#1f2328", "#e6e8eb"}},
    [INK_PIECE] = {{"#dbe9f4", "#22455e"}, {"#1f2328", "#eef4f9"}},
    [INK_PIECE_2] = {{"#a3c6de", "#356a8e"}, {"#1f2328", "#ffffff"}},
    [INK_MARK] = {{"#e69f00", "#e69f00"}, {"#1f2328", "#16191d"}},
    [INK_DARK] = {{"#2a2e34", "#07090b"}, {"#ffffff", "#ffffff"}},
    [INK_BLOCKED] = {{"#77797d", "#5a5e65"}, {"#ffffff", "#ffffff"}},
    [INK_DIM] = {{"#e2dfd6", "#3b3d41"}, {"#1f2328", "#f1f1ee"}},
    [INK_LIGHT] = {{"#fdfcf8", "#f4f2ec"}, {"#1f2328", "#16191d"}},
};
static const char *const grounds[2] = {"#ffffff", "#16191d"}, *const lines[2] = {"#30343a", "#aab1bb"};

static void theme(int dark, FILE *out)
{
    const char *line = lines[dark];
    fprintf(out, ".lp-ground{fill:%s}.lp-line,.lp-edge,.lp-arrow{stroke:%s}.lp-word{fill:%s}.lp-tick{fill:%s}",
            grounds[dark], line, paints[INK_NONE].text[dark], line);
    for (int i = 0; i < INKS; i++)
        fprintf(out, ".lp-%d{fill:%s}.lp-on%d{fill:%s}", i, paints[i].fill[dark], i, paints[i].text[dark]);
    fputc('\n', out);
}

void canvas_stylesheet(FILE *out)
{
    fputs("<style>\n.lp-line{fill:none}.lp-edge{stroke-width:1.2}.lp-bold{font-weight:bold}"
          ".lp-arrow{fill:none;stroke-width:2.5;stroke-linejoin:round}.lp-hole,.lp-badge{fill:#1f2328}"
          ".lp-cross{fill:none;stroke:#1f2328;stroke-width:3;stroke-linecap:round}\n",
          out);
    theme(0, out);
    fputs("@media (prefers-color-scheme:dark){\n", out);
    theme(1, out);
    fputs("}\n</style>\n", out);
    fputs("<defs><pattern id=\"lp-bricks\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\">"
          "<path d=\"M0 .5h14M0 7.5h14M3.5 .5v7M10.5 7.5v7\" stroke=\"#ffffff\" stroke-opacity=\".45\"/></pattern>"
          "<pattern id=\"lp-given\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><path d=\"M0 0v5\" stroke=\"#808080\" stroke-opacity=\".55\"/></pattern>"
          "</defs>\n",
          out);
}
