/* HTML of the little Markdown that report_text.c writes. */
#include "base/file.h"
#include "bench/report.h"

#include <ctype.h>
#include <string.h>

/* An address of the report's own: names of rows make no others. */
static bool is_address(const char *s, const char *end)
{
    while (s < end && (isalnum((unsigned char)*s) || strchr("#./_-", *s))) s++;
    return s == end;
}

/* An entity that report_escape writes; 0: none. */
static size_t entity(const char *s)
{
    static const char *const known[] = {"&lt;", "&gt;", "&amp;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncmp(s, known[i], strlen(known[i]))) return strlen(known[i]);
    return 0;
}

/* **bold**, `code`, [word](address), \ before a sign that is none of these, and entities. */
static void inline_html(const char *s, size_t n, struct text *out)
{
    bool bold = false, code = false;
    for (size_t i = 0; i < n; i++) {
        const char *middle = s[i] == '[' ? strstr(s + i, "](") : NULL, *end = middle ? strchr(middle, ')') : NULL;
        if (s[i] == '\\' && !code && i + 1 < n && ispunct((unsigned char)s[i + 1])) {
            text_char(out, s[++i]); /* < > & come as entities */
        } else if (!code && entity(s + i)) {
            text_bytes(out, s + i, entity(s + i));
            i += entity(s + i) - 1;
        } else if (!code && end && end < s + n && is_address(middle + 2, end)) {
            text_add(out, "<a href=\"%.*s\">%.*s</a>", (int)(end - middle - 2), middle + 2,
                     (int)(middle - s) - (int)i - 1, s + i + 1);
            i = (size_t)(end - s);
        } else if (!code && s[i] == '*' && i + 1 < n && s[i + 1] == '*') {
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

static bool picture(const char *line, const char *dir, int number, struct text *out, struct text *err)
{
    const char *from = strchr(line, '(');
    struct text path = {0}, svg = {0};
    text_add(&path, "%s/%.*s", dir, (int)strcspn(from + 1, ")"), from + 1);
    bool ok = file_read(path.s, &file_cap_rows, &svg, err);
    if (ok && strstr(svg.s, "<svg")) {
        text_add(out, "<div role=\"img\" aria-label=\"%.*s\">", (int)strcspn(line + 2, "]"), line + 2);
        report_svg(strstr(svg.s, "<svg"), number, out);
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
    ":root{color-scheme:light dark;--ground:#fff;--ink:#1b1e23;--line:#d5d8dc;--link:#0b57c2}"
    "@media screen and (prefers-color-scheme:dark){:root{--ground:#16191d;--ink:#e6e8eb;--line:#3a4048;"
    "--link:#7ab7ff}}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:76em;margin:2em auto;padding:0 1em;color:var(--ink);"
    "background:var(--ground)}a{color:var(--link)}"
    "p{max-width:70ch}.wide{overflow-x:auto;margin:1em 0}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:14px}"
    "td,th{border-bottom:1px solid var(--line);padding:.25em .7em;text-align:left;vertical-align:top}"
    ".n{text-align:right}th{border-bottom:2px solid var(--ink)}"
    "th[data-way]::after{content:' ▴'}th[data-way=down]::after{content:' ▾'}"
    "input{font:inherit;margin:.5em 0;padding:.2em .5em}"
    "@media screen{td.n{white-space:nowrap}td:first-child{min-width:8em}}"
    ".plots{columns:2 22em;column-gap:2em;margin-top:2em}figure{margin:0 0 1.5em;break-inside:avoid}figure h3{margin:0 "
    "0 .5em}"
    "svg{display:block;width:100%;max-width:32em;height:auto}"
    "@media print{body{max-width:none;margin:0;font-size:11px}input{display:none}.wide{overflow:visible}"
    "table{font-size:9px}.plots{columns:2}h2,h3,h3+p{break-after:avoid}tr{break-inside:avoid}"
    "td,th{padding:.15em .4em}td{overflow-wrap:anywhere}}";

/* Sorts a table by the column whose head is clicked, and leaves out rows without the words that are
 * typed. The page is whole without it. */
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

/* How far the page is: what is open. */
struct html_page {
    const char *dir, *head; /* head: the line under the head of the table that is open */
    struct text section;
    int pictures;
    bool table, figure, plots;
    struct text *out;
};

static void close_table(struct html_page *p)
{
    if (p->table) text_put(p->out, "</tbody></table></div>\n");
    p->table = false;
}

/* A plot, its heading and what is said below stay together; plots stand beside each other where there is room. */
static void open_heading(struct html_page *p, const char *s, size_t n)
{
    const char *next = s ? s + n + strspn(s + n, "\n") : "";
    if (p->figure) text_put(p->out, "</figure>\n");
    p->figure = *next == '!';
    if (p->plots && !p->figure) text_put(p->out, "</div>\n");
    if (!p->plots && p->figure) text_put(p->out, "<div class=\"plots\">\n");
    p->plots = p->figure;
    if (p->figure) text_put(p->out, "<figure>\n");
    if (s) heading(s, n, &p->section, p->out);
}

static void line_of_table(struct html_page *p, const char *s, size_t n)
{
    if (!p->table) {
        text_put(p->out, "<div class=\"wide\"><table>\n<thead>\n");
        p->head = s + n + (s[n] == '\n');
    }
    if (n > 1 && s[1] == '-')
        text_put(p->out, "</thead><tbody>\n");
    else
        table_row(s, n, p->table ? "td" : "th", p->head, p->out);
    p->table = true;
}

static bool page_line(struct html_page *p, const char *s, size_t n, struct text *err)
{
    if (n && *s == '|') {
        line_of_table(p, s, n);
        return true;
    }
    close_table(p);
    if (*s == '#') {
        open_heading(p, s, n);
    } else if (*s == '!') {
        return picture(s, p->dir, ++p->pictures, p->out, err);
    } else if (n) {
        text_put(p->out, "<p>");
        inline_html(s, n, p->out);
        text_put(p->out, "</p>\n");
    }
    return true;
}

bool report_html(const char *markdown, const char *dir, struct text *out, struct text *err)
{
    bool ok = true;
    struct html_page page = {.dir = dir, .head = "", .out = out};
    text_put(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    inline_html(markdown + strspn(markdown, "# "), strcspn(markdown + strspn(markdown, "# "), "\n"), out);
    text_add(out, "</title>\n<style>%s", style);
    report_svg_style(out);
    text_put(out, "</style>\n</head>\n<body>\n");
    for (const char *s = markdown; *s && ok;) {
        size_t n = strcspn(s, "\n");
        ok = page_line(&page, s, n, err);
        s += n + (s[n] == '\n');
    }
    close_table(&page);
    open_heading(&page, NULL, 0);
    text_add(out, "<script>%s</script>\n</body>\n</html>\n", script);
    text_release(&page.section);
    return ok;
}
