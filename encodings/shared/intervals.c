#include "encodings/shared/intervals.h"

/* Top-down splaying: the interval with k, or a neighbour, comes to the root. Place 0 collects what
 * is larger at its left and what is smaller at its right. */
static int splay(struct interval *t, int root, int64_t k)
{
    int smaller = 0, larger = 0;
    for (t[0].left = t[0].right = 0;;) {
        if (k < t[root].lo) {
            int child = t[root].left;
            if (child && k < t[child].lo) {
                t[root].left = t[child].right;
                t[child].right = root;
                root = child;
            }
            if (!t[root].left) break;
            t[larger].left = root;
            larger = root;
            root = t[root].left;
        } else if (k > t[root].hi) {
            int child = t[root].right;
            if (child && k > t[child].hi) {
                t[root].right = t[child].left;
                t[child].left = root;
                root = child;
            }
            if (!t[root].right) break;
            t[smaller].right = root;
            smaller = root;
            root = t[root].right;
        } else {
            break;
        }
    }
    t[smaller].right = t[root].left;
    t[larger].left = t[root].right;
    t[root].left = t[0].right;
    t[root].right = t[0].left;
    return root;
}

bool intervals_find(struct intervals *p, int *root, int64_t k, struct interval *found)
{
    if (!*root) return false;
    *root = splay(p->v, *root, k);
    *found = p->v[*root];
    return k >= found->lo && k <= found->hi;
}

void intervals_insert(struct intervals *p, int *root, struct interval new)
{
    if (!p->n) MEM_PUSH(p->v, p->n, p->cap, (struct interval){0});
    if (*root) {
        *root = splay(p->v, *root, new.lo);
        struct interval *r = &p->v[*root];
        if (new.lo > r->hi) {
            new.left = *root;
            new.right = r->right;
            r->right = 0;
        } else {
            new.right = *root;
            new.left = r->left;
            r->left = 0;
        }
    }
    *root = p->n;
    MEM_PUSH(p->v, p->n, p->cap, new);
}

void intervals_release(struct intervals *p)
{
    mem_free(p->v);
    *p = (struct intervals){0};
}
