/* Text of suites and rows in Markdown: it means nothing there, neither to a Markdown reader nor as HTML. */
#include "bench/report.h"

#include <ctype.h>
#include <string.h>

void report_escape(const char *s, struct text *out)
{
    for (const char *at = s; *at; at++) {
        bool inside = at > s && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1]); /* card_totalizer */
        if (*at == '<')
            text_put(out, "&lt;");
        else if (*at == '>')
            text_put(out, "&gt;");
        else if (*at == '&')
            text_put(out, "&amp;");
        else if (strchr("\\`*[]|~", *at) || (*at == '_' && !inside))
            text_add(out, "\\%c", *at);
        else
            text_char(out, *at == '\n' ? ' ' : *at);
    }
}

void report_escape_line(const char *s, struct text *out)
{
    s += strspn(s, " \t");
    size_t digits = strspn(s, "0123456789");
    text_bytes(out, s, digits);
    s += digits;
    bool list = digits ? *s && strchr(".)", *s) : *s && strchr("#+-=!", *s); /* or a heading, a rule, a picture */
    if (list) text_add(out, "\\%c", *s++);
    report_escape(s, out);
}

void report_escape_code(const char *s, struct text *out)
{
    if (strpbrk(s, "`<>&|\n"))
        report_escape(s, out);
    else
        text_add(out, "`%s`", s);
}
