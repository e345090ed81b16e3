/* Draws the shapes of a picture: dominoes, ports, stones, cans, dummies and rings; and the arrows
 * over them. */
#include "canvas/canvas_inside.h"

/* The middle of a shape and half its extents, in units of the picture. */
struct place {
    double x, y, w, h;
};

static void words(double x, double y, double size, enum ink ink, const char *class, const char *s, FILE *out)
{
    fprintf(out, "<text %s x=\"%.4g\" y=\"%.4g\"", canvas_text_paint(ink, class).s, x, y + size * .36);
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

static const char GIVEN[] = "fill=\"url(#lp-given)\"", HOLE[] = "class=\"lp-hole\"", BADGE[] = "class=\"lp-badge\"";

static void rounded(struct place p, double inset, double radius, const char *paint, FILE *out)
{
    fprintf(out, "<rect %s x=\"%.5g\" y=\"%.5g\" width=\"%.5g\" height=\"%.5g\" rx=\"%.3g\"/>\n", paint,
            p.x - p.w + inset, p.y - p.h + inset, 2 * (p.w - inset), 2 * (p.h - inset), radius);
}

static void circle(double x, double y, double r, const char *paint, FILE *out)
{
    fprintf(out, "<circle %s cx=\"%.5g\" cy=\"%.5g\" r=\"%.3g\"/>\n", paint, x, y, r);
}

static void tile(const struct drawn_shape *f, struct place p, FILE *out)
{
    rounded(p, 2, 6, canvas_paint(f->ink, true).s, out);
    if (f->given) rounded(p, 4.5, 4, GIVEN, out);
    fitted(p.x, p.y, 2 * p.w - 8, f, out);
}

static void port(const struct drawn_shape *f, struct place p, FILE *out)
{
    circle(p.x, p.y, .37 * UNIT, canvas_paint(f->ink, true).s, out);
    circle(p.x, p.y, .19 * UNIT, HOLE, out);
    if (f->given) circle(p.x, p.y, .37 * UNIT, GIVEN, out);
}

static void stone(const struct drawn_shape *f, struct place p, FILE *out)
{
    circle(p.x, p.y, .4 * UNIT, canvas_paint(f->ink, true).s, out);
}

static void press(const struct drawn_shape *f, struct place p, FILE *out)
{
    double a = .2 * UNIT;
    rounded(p, 1.5, 4, canvas_paint(f->ink, false).s, out);
    fprintf(out,
            "<path class=\"lp-cross\" fill=\"none\" stroke=\"#1f2328\" d=\"M%.5g %.5gl%.4g %.4gm0 %.4gl%.4g %.4g\"/>\n",
            p.x - a, p.y - a, 2 * a, 2 * a, -2 * a, -2 * a, 2 * a);
}

static void can(const struct drawn_shape *f, struct place p, FILE *out)
{
    const struct canvas_paint paint = canvas_paint(f->ink, true);
    double w = p.w - 3, h = p.h - 1.5, lid = 3.5;
    fprintf(out,
            "<path %s d=\"M%.5g %.5gv%.4ga%.4g %.3g 0 0 0 %.4g 0v%.4g\"/>\n"
            "<ellipse %s cx=\"%.5g\" cy=\"%.5g\" rx=\"%.4g\" ry=\"%.3g\"/>\n",
            paint.s, p.x - w, p.y - h + lid, 2 * (h - lid), w, lid, 2 * w, -2 * (h - lid), paint.s, p.x, p.y - h + lid,
            w, lid);
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
    fprintf(out, "<path %s d=\"M%.4g %.4gh%.4gL%.4g %.4gh%.4gz\"/>\n", canvas_paint(f->ink, true).s, -.45 * w, shoulder,
            .9 * w, w, s, -2 * w);
    circle(0, head - s, head, canvas_paint(f->ink, true).s, out);
    fitted(0, (shoulder + s) / 2 + 1, 1.4 * w, f, out);
    fputs("</g>\n", out);
}

static void ring(const struct drawn_shape *f, struct place p, FILE *out)
{
    circle(p.x, p.y, p.w, canvas_paint(f->ink, true).s, out);
    fitted(p.x, p.y - p.h + UNIT / 2., 2.2 * UNIT, f, out);
    if (!f->badge) return;
    circle(p.x + .7071 * (p.w - UNIT / 2.), p.y + .7071 * (p.h - UNIT / 2.), .43 * UNIT, BADGE, out);
    words(p.x + .7071 * (p.w - UNIT / 2.), p.y + .7071 * (p.h - UNIT / 2.), 11, INK_DARK, "", f->badge, out);
}

static void badge(const struct drawn_shape *f, struct place p, FILE *out)
{
    if (!f->badge) return;
    double x = p.x + p.w - 5.5, y = p.y - p.h + 6;
    circle(x, y, 6, BADGE, out);
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
    /* the halo is a contrasting border */
    static const char *const classes[] = {"stroke=\"#ffffff\" class=\"lp-halo\"", CANVAS_STROKE " class=\"lp-arrow\""};
    for (int i = 0; i < 2; i++)
        fprintf(
            out,
            "<path fill=\"none\" %s d=\"M%.5g %.5gC%.5g %.5g %.5g %.5g %.5g %.5gM%.5g %.5gL%.5g %.5gL%.5g %.5g\"/>\n",
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
