#include "cnf/encoder.h"

#define ENCODING(name) extern const struct encoder name;
#include "encodings/encoder_list.h"
#undef ENCODING

const struct encoder *const encoders[] = {
#define ENCODING(name) &name,
#include "encodings/encoder_list.h"
#undef ENCODING
    NULL,
};
