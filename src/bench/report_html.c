/* HTML of the little Markdown that report_text.c writes. */
#include "base/file.h"
#include "bench/report.h"

#include <string.h>

/* **bold**, `code`, [word](address) */
static void inline_html(const char *s, size_t n, struct text *out)
{
    bool bold = false, code = false;
    for (size_t i = 0; i < n; i++) {
        const char *middle = s[i] == '[' ? strstr(s + i, "](") : NULL, *end = middle ? strchr(middle, ')') : NULL;
        if (s[i] == '\\' && i + 1 < n && s[i + 1] == '|') {
            text_char(out, s[++i]);
        } else if (!code && end && end < s + n) {
            text_add(out, "<a href=\"%.*s\">%.*s</a>", (int)(end - middle - 2), middle + 2,
                     (int)(middle - s) - (int)i - 1, s + i + 1);
            i = (size_t)(end - s);
        } else if (s[i] == '*' && i + 1 < n && s[i + 1] == '*') {
            text_put(out, bold ? "</b>" : "<b>");
            bold = !bold;
            i++;
        } else if (s[i] == '`') {
            text_put(out, code ? "</code>" : "<code>");
            code = !code;
        } else if (s[i] == '<')
            text_put(out, "&lt;");
        else if (s[i] == '&')
            text_put(out, "&amp;");
        else
            text_char(out, s[i]);
    }
}

/* rule: the line under the table's head, where ---: asks for numbers' alignment. */
static void table_row(const char *s, size_t n, const char *tag, const char *rule, struct text *out)
{
    text_put(out, "<tr>");
    for (size_t i = 1; i < n;) {
        size_t end = i;
        while (end < n && (s[end] != '|' || s[end - 1] == '\\')) end++;
        if (end == n) break;
        rule += *rule == '|';
        size_t width = strcspn(rule, "|\n");
        text_add(out, width && rule[width - 1] == ':' ? "<%s class=\"n\">" : "<%s>", tag);
        rule += width;
        inline_html(s + i, end - i, out);
        text_add(out, "</%s>", tag);
        i = end + 1;
    }
    text_put(out, "</tr>\n");
}

static bool picture(const char *line, const char *dir, struct text *out, struct text *err)
{
    const char *from = strchr(line, '(');
    struct text path = {0}, svg = {0};
    text_add(&path, "%s/%.*s", dir, (int)strcspn(from + 1, ")"), from + 1);
    bool ok = read_file(path.s, &cap_rows, &svg, err);
    if (ok) text_put(out, strstr(svg.s, "<svg") ? strstr(svg.s, "<svg") : "");
    text_release(&path);
    text_release(&svg);
    return ok;
}

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:72em;margin:2em auto;padding:0 "
    "1em;color:#1b1e23}"
    "table{border-collapse:collapse;margin:1em "
    "0;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}"
    "td,th{border-bottom:1px solid #d5d8dc;padding:.25em .7em;text-align:left;vertical-align:top}"
    ".n{text-align:right}"
    "th{border-bottom:2px solid "
    "#1b1e23}svg{max-width:100%;height:auto}pre{background:#fff3cd;padding:1em;overflow-x:auto}"
    "@media "
    "print{body{max-width:none;margin:0;font-size:11px}table{display:table}svg{width:60%;break-"
    "inside:avoid}"
    "h2,h3{break-after:avoid}tr{break-inside:avoid}td,th{padding:.2em "
    ".4em;overflow-wrap:anywhere}}";

bool report_html(const char *markdown, const char *dir, struct text *out, struct text *err)
{
    bool ok = true, table = false, code = false;
    const char *head = "";
    text_add(out,
             "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Loophole "
             "bench</title><style>%s</style>\n",
             style);
    for (const char *s = markdown; *s && ok;) {
        size_t n = strcspn(s, "\n");
        bool row = n && *s == '|', rule = row && n > 1 && s[1] == '-';
        if (row && !table) {
            text_put(out, "<table>\n");
            head = s + n + (s[n] == '\n');
        }
        if (!row && table) text_put(out, "</table>\n");
        if (!strncmp(s, "```", 3)) {
            text_put(out, code ? "</pre>\n" : "<pre>");
            code = !code;
        } else if (code) {
            inline_html(s, n, out);
            text_char(out, '\n');
        } else if (rule) {
            /* the line under a table's head */
        } else if (row) {
            table_row(s, n, table ? "td" : "th", head, out);
        } else if (*s == '#') {
            int level = (int)strspn(s, "#");
            text_add(out, "<h%d id=\"%.*s\">", level, (int)n - level - 1, s + level + 1);
            inline_html(s + level + 1, n - (size_t)level - 1, out);
            text_add(out, "</h%d>\n", level);
        } else if (*s == '!') {
            ok = picture(s, dir, out, err);
        } else if (n) {
            text_put(out, "<p>");
            inline_html(s, n, out);
            text_put(out, "</p>\n");
        }
        table = row;
        s += n + (s[n] == '\n');
    }
    text_put(out, table ? "</table>\n</html>\n" : "</html>\n");
    return ok;
}
