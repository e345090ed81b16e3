/* Draws the shapes of a picture: dominoes, ports, stones, cans, dummies and rings; and the arrows
 * over them. */
#include "canvas/canvas_inside.h"

/* The middle of a shape and half its extents, in units of the picture. */
struct place {
    double x, y, w, h;
};

static void words(double x, double y, double size, enum ink ink, const char *class, const char *s, FILE *out)
{
    fprintf(out, "<text class=\"lp-on%d%s\" x=\"%.4g\" y=\"%.4g\"", (int)ink, class, x, y + size * .36);
    if (size != 13) fprintf(out, " font-size=\"%.3g\"", size);
    fputc('>', out);
    canvas_escaped(s, out);
    fputs("</text>\n", out);
}

/* Writes the shape's label, shrunk to fit into `room` units. */
static void fitted(double x, double y, double room, const struct drawn_shape *f, FILE *out)
{
    if (!f->label) return;
    double size = 13, wide = .66 * size * text_letters(f->label, SIZE_MAX);
    if (wide > room) size *= room / wide;
    words(x, y, size, f->ink, f->given ? " lp-bold" : "", f->label, out);
}

static void rounded(struct place p, double inset, double radius, const char *class, const char *more, FILE *out)
{
    fprintf(out, "<rect class=\"%s\" x=\"%.5g\" y=\"%.5g\" width=\"%.5g\" height=\"%.5g\" rx=\"%.3g\"%s/>\n", class,
            p.x - p.w + inset, p.y - p.h + inset, 2 * (p.w - inset), 2 * (p.h - inset), radius, more);
}

static void circle(double x, double y, double r, const char *class, FILE *out)
{
    fprintf(out, "<circle class=\"%s\" cx=\"%.5g\" cy=\"%.5g\" r=\"%.3g\"/>\n", class, x, y, r);
}

/* The classes of the inks with an outline. */
static const char *const edged[INKS] = {"lp-0 lp-edge", "lp-1 lp-edge", "lp-2 lp-edge", "lp-3 lp-edge",
                                        "lp-4 lp-edge", "lp-5 lp-edge", "lp-6 lp-edge", "lp-7 lp-edge"};

static void tile(const struct drawn_shape *f, struct place p, FILE *out)
{
    rounded(p, 2, 6, edged[f->ink], "", out);
    if (f->given) rounded(p, 4.5, 4, "", " fill=\"url(#lp-given)\"", out);
    fitted(p.x, p.y, 2 * p.w - 8, f, out);
}

static void port(const struct drawn_shape *f, struct place p, FILE *out)
{
    circle(p.x, p.y, .37 * UNIT, edged[f->ink], out);
    circle(p.x, p.y, .19 * UNIT, "lp-hole", out);
    if (f->given)
        fprintf(out, "<circle fill=\"url(#lp-given)\" cx=\"%.5g\" cy=\"%.5g\" r=\"%.3g\"/>\n", p.x, p.y, .37 * UNIT);
}

static void stone(const struct drawn_shape *f, struct place p, FILE *out)
{
    circle(p.x, p.y, .4 * UNIT, edged[f->ink], out);
}

static void press(const struct drawn_shape *f, struct place p, FILE *out)
{
    char class[24];
    double a = .2 * UNIT;
    snprintf(class, sizeof class, "lp-%d", (int)f->ink);
    rounded(p, 1.5, 4, class, "", out);
    fprintf(out, "<path class=\"lp-cross\" d=\"M%.5g %.5gl%.4g %.4gm0 %.4gl%.4g %.4g\"/>\n", p.x - a, p.y - a, 2 * a,
            2 * a, -2 * a, -2 * a, 2 * a);
}

static void can(const struct drawn_shape *f, struct place p, FILE *out)
{
    double w = p.w - 3, h = p.h - 1.5, lid = 3.5;
    fprintf(out,
            "<path class=\"lp-%d lp-edge\" d=\"M%.5g %.5gv%.4ga%.4g %.3g 0 0 0 %.4g 0v%.4g\"/>\n"
            "<ellipse class=\"lp-%d lp-edge\" cx=\"%.5g\" cy=\"%.5g\" rx=\"%.4g\" ry=\"%.3g\"/>\n",
            (int)f->ink, p.x - w, p.y - h + lid, 2 * (h - lid), w, lid, 2 * w, -2 * (h - lid), (int)f->ink, p.x,
            p.y - h + lid, w, lid);
    fitted(p.x - (f->badge ? 2.5 : 0), p.y + lid + (f->badge ? 1.5 : 0), 2 * w - (f->badge ? 6 : 3), f, out);
}

/* Draws a dummy: a head, and a skirt with the number. A fallen dummy is tilted. */
static void canvas_shapes_dummy(const struct drawn_shape *f, struct place p, FILE *out)
{
    double s = p.h - 2, w = p.w < .8 * s ? p.w - 2 : .8 * s, head = .3 * s < .5 * w ? .3 * s : .5 * w;
    double shoulder = 2 * head - 1 - s; /* offset downwards from the middle */
    if (f->shape == SHAPE_FALLEN)
        fprintf(out, "<g transform=\"translate(%.5g %.5g) rotate(-48) scale(.78)\">\n", p.x + .06 * s, p.y + .08 * s);
    else
        fprintf(out, "<g transform=\"translate(%.5g %.5g)\">\n", p.x, p.y);
    fprintf(out, "<path class=\"lp-%d lp-edge\" d=\"M%.4g %.4gh%.4gL%.4g %.4gh%.4gz\"/>\n", (int)f->ink, -.45 * w,
            shoulder, .9 * w, w, s, -2 * w);
    circle(0, head - s, head, edged[f->ink], out);
    fitted(0, (shoulder + s) / 2 + 1, 1.4 * w, f, out);
    fputs("</g>\n", out);
}

static void ring(const struct drawn_shape *f, struct place p, FILE *out)
{
    circle(p.x, p.y, p.w, edged[f->ink], out);
    fitted(p.x, p.y - p.h + UNIT / 2., 2.2 * UNIT, f, out);
    if (!f->badge) return;
    circle(p.x + .7071 * (p.w - UNIT / 2.), p.y + .7071 * (p.h - UNIT / 2.), .43 * UNIT, "lp-badge", out);
    words(p.x + .7071 * (p.w - UNIT / 2.), p.y + .7071 * (p.h - UNIT / 2.), 11, INK_DARK, "", f->badge, out);
}

static void badge(const struct drawn_shape *f, struct place p, FILE *out)
{
    if (!f->badge) return;
    double x = p.x + p.w - 5.5, y = p.y - p.h + 6;
    circle(x, y, 6, "lp-badge", out);
    words(x, y, 9, INK_DARK, " lp-bold", f->badge, out);
}

/* Draws an arrow that starts and ends in the gaps between numbers. Arrows longer than one step
 * bend: the side alternates with the lane, and higher lanes bend further. Coordinates run along the
 * arrow and across it. */
static void arrow(const struct arrow *a, int x, int y, FILE *out)
{
    double dx = UNIT * (a->col2 - a->col), dy = UNIT * (a->row2 - a->row);
    double length = dx < 0 ? -dx : dx > 0 ? dx : dy < 0 ? -dy : dy;
    if (length <= 0) return;
    double ux = dx / length, uy = dy / length, x1 = x + UNIT * (a->col + .5), y1 = y + UNIT * (a->row + .5);
    double side = length < 1.5 * UNIT ? 0 : a->lane % 2 ? -1 : 1;
    double farther = a->lane / 2 < 2 ? a->lane / 2 : 2, start = side * (7 + 4 * farther),
           bend = side * (15 + 6 * farther);
    double point[6][2] = {
        {.3 * UNIT, start}, {.7 * UNIT, bend}, {length - .7 * UNIT, bend}, {length - .34 * UNIT, .8 * start}};
    /* the barbs turn with the bend at the head */
    double head = 5, slant = side * 3.4;
    point[4][0] = point[3][0] - head - (side > 0 ? -1.6 : 1.6) * (side != 0);
    point[4][1] = point[3][1] + slant - 3.6;
    point[5][0] = point[3][0] - head + (side > 0 ? -1.6 : 1.6) * (side != 0);
    point[5][1] = point[3][1] + slant + 3.6;
    for (int i = 0; i < 6; i++) {
        double along = point[i][0], across = point[i][1];
        point[i][0] = x1 + ux * along - uy * across;
        point[i][1] = y1 + uy * along + ux * across;
    }
    static const char *const classes[] = {"lp-halo", "lp-arrow"}; /* the halo is a contrasting border */
    for (int i = 0; i < 2; i++)
        fprintf(out,
                "<path class=\"%s\" d=\"M%.5g %.5gC%.5g %.5g %.5g %.5g %.5g %.5gM%.5g %.5gL%.5g %.5gL%.5g %.5g\"/>\n",
                classes[i], point[0][0], point[0][1], point[1][0], point[1][1], point[2][0], point[2][1], point[3][0],
                point[3][1], point[4][0], point[4][1], point[3][0], point[3][1], point[5][0], point[5][1]);
}

static void (*const drawing[])(const struct drawn_shape *, struct place, FILE *) = {
    [SHAPE_TILE] = tile,
    [SHAPE_PORT] = port,
    [SHAPE_STONE] = stone,
    [SHAPE_PRESS] = press,
    [SHAPE_CAN] = can,
    [SHAPE_DUMMY] = canvas_shapes_dummy,
    [SHAPE_FALLEN] = canvas_shapes_dummy,
    [SHAPE_RING] = ring,
};

void canvas_shapes(const struct canvas *c, int x, int y, FILE *out)
{
    for (int i = 0; i < c->shapes; i++) {
        const struct drawn_shape *f = &c->shape[i];
        struct place p = {.x = x + UNIT * (f->col + f->col2 + 1) / 2., .y = y + UNIT * (f->row + f->row2 + 1) / 2.};
        p.w = UNIT * (f->col2 + 1 - f->col) / 2.;
        p.h = UNIT * (f->row2 + 1 - f->row) / 2.;
        drawing[f->shape](f, p, out);
        if (f->shape != SHAPE_RING) badge(f, p, out);
    }
    for (int i = 0; i < c->arrows; i++) arrow(&c->arrow[i], x, y, out);
}
