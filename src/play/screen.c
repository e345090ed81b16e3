#include "play/screen.h"
bool screen_play(struct game *g, const struct screen_how *how, struct text *err)
{
    (void)g, (void)how;
    return text_error(err, "x");
}
