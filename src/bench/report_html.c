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

/* Drawings that stand in one page each name their parts by themselves: their names get a prefix. */
static void own_names(const char *svg, int number, struct text *out)
{
    static const char *const marks[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#"};
    while (*svg) {
        size_t n = 0;
        for (size_t i = 0; i < sizeof marks / sizeof *marks && !n; i++)
            if (!strncmp(svg, marks[i], strlen(marks[i]))) n = strlen(marks[i]);
        text_bytes(out, svg, n ? n : 1);
        if (n) text_add(out, "p%d-", number);
        svg += n ? n : 1;
    }
}

static bool picture(const char *line, const char *dir, int number, struct text *out, struct text *err)
{
    const char *from = strchr(line, '(');
    struct text path = {0}, svg = {0};
    text_add(&path, "%s/%.*s", dir, (int)strcspn(from + 1, ")"), from + 1);
    bool ok = file_read(path.s, &file_cap_rows, &svg, err);
    if (ok && strstr(svg.s, "<svg")) {
        text_add(out, "<div class=\"wide\" role=\"img\" aria-label=\"%.*s\">", (int)strcspn(line + 2, "]"), line + 2);
        own_names(strstr(svg.s, "<svg"), number, out);
        text_put(out, "</div>\n");
    }
    text_release(&path);
    text_release(&svg);
    return ok;
}

/* A heading's name in links: that of a section is its own, others are told apart by their section. */
static void heading(const char *s, size_t n, struct text *section, struct text *out)
{
    size_t level = strspn(s, "#");
    struct text name = {0};
    for (size_t i = level + 1; i < n; i++) {
        bool letter = (s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') || (s[i] >= '0' && s[i] <= '9');
        text_char(&name, letter || strchr("._-", s[i]) ? s[i] : '-');
    }
    if (level == 2) {
        text_clear(section);
        text_put(section, text_string(&name));
    }
    text_add(out, "<h%zu id=\"%s%s%s\">", level, level > 2 ? text_string(section) : "", level > 2 ? "-" : "",
             text_string(&name));
    inline_html(s + level + 1, n - level - 1, out);
    text_add(out, "</h%zu>\n", level);
    text_release(&name);
}

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:64em;margin:2em auto;padding:0 1em;color:#1b1e23}"
    "p{max-width:70ch}.wide{overflow-x:auto;margin:1em 0}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:14px}"
    "td,th{border-bottom:1px solid #d5d8dc;padding:.25em .7em;text-align:left;vertical-align:top}"
    ".n{text-align:right}th{border-bottom:2px solid #1b1e23}"
    "th[data-way]::after{content:' ▴'}th[data-way=down]::after{content:' ▾'}"
    "input{font:inherit;margin:.5em 0;padding:.2em .5em}svg{max-width:100%;min-width:600px;height:auto}"
    "pre{background:#f2f3f5;padding:1em;overflow-x:auto}"
    "@media print{body{max-width:none;margin:0;font-size:11px}input{display:none}.wide{overflow:visible}"
    "table{font-size:9px}svg{width:56%;min-width:0;max-height:4.4in;break-inside:avoid}h2,h3{break-after:avoid}tr{"
    "break-inside:avoid}"
    "td,th{padding:.15em .4em}td{overflow-wrap:anywhere}}";

/* Sorts a table by the column whose head is clicked, and leaves out rows without the words that are typed. The page is whole
 * without it. */
static const char script[] =
    "document.querySelectorAll('table').forEach(function(t){var b=t.tBodies[0];if(!b||b.rows.length<3)return;\n"
    "function v(r,i){var s=r.cells[i]?r.cells[i].textContent.trim():'',x=parseFloat(s);return isNaN(x)?s:x}\n"
    "Array.from(t.tHead.rows[0].cells).forEach(function(h,i){h.style.cursor='pointer';h.title='sort';h.tabIndex=0;\n"
    "h.onkeydown=function(e){if(e.key=='Enter')h.onclick()};\n"
    "h.onclick=function(){var d=h.dataset.way=='up'?-1:1;\n"
    "t.querySelectorAll('th').forEach(function(o){delete o.dataset.way});h.dataset.way=d>0?'up':'down';\n"
    "Array.from(b.rows).sort(function(p,q){var x=v(p,i),y=v(q,i),n=typeof x=='number',m=typeof y=='number';\n"
    "return n!=m?(n?-1:1):d*(x<y?-1:x>y?1:0)}).forEach(function(r){b.appendChild(r)})}});\n"
    "if(b.rows.length<8)return;var f=document.createElement('input');f.placeholder='only rows with …';\n"
    "f.setAttribute('aria-label','filter rows');f.oninput=function(){var w=f.value.toLowerCase().split(/ +/);\n"
    "Array.from(b.rows).forEach(function(r){var s=r.textContent.toLowerCase();\n"
    "r.hidden=!w.every(function(x){return s.includes(x)})})};t.parentNode.before(f)});";

bool report_html(const char *markdown, const char *dir, struct text *out, struct text *err)
{
    bool ok = true, table = false, code = false;
    const char *head = "";
    struct text section = {0};
    int pictures = 0;
    text_put(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    inline_html(markdown + strspn(markdown, "# "), strcspn(markdown + strspn(markdown, "# "), "\n"), out);
    text_add(out, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
    for (const char *s = markdown; *s && ok;) {
        size_t n = strcspn(s, "\n");
        bool row = n && *s == '|', rule = row && n > 1 && s[1] == '-';
        if (row && !table) {
            text_put(out, "<div class=\"wide\"><table>\n<thead>\n");
            head = s + n + (s[n] == '\n');
        }
        if (!row && table) text_put(out, "</tbody></table></div>\n");
        if (!strncmp(s, "```", 3)) {
            text_put(out, code ? "</pre>\n" : "<pre>");
            code = !code;
        } else if (code) {
            inline_html(s, n, out);
            text_char(out, '\n');
        } else if (rule) {
            text_put(out, "</thead><tbody>\n");
        } else if (row) {
            table_row(s, n, table ? "td" : "th", head, out);
        } else if (*s == '#') {
            heading(s, n, &section, out);
        } else if (*s == '!') {
            ok = picture(s, dir, ++pictures, out, err);
        } else if (n) {
            text_put(out, "<p>");
            inline_html(s, n, out);
            text_put(out, "</p>\n");
        }
        table = row;
        s += n + (s[n] == '\n');
    }
    text_add(out, "%s<script>%s</script>\n</body>\n</html>\n", table ? "</tbody></table></div>\n" : "", script);
    text_release(&section);
    return ok;
}
