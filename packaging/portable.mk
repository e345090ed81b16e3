# The library and the program for x86-64 or aarch64 and an old glibc, by the C compiler of zig (`pip install ziglang`), with all that they
# link inside of them. `make wheel` calls this once for each ARCH.
GLIBC   := 2.28
TARGET  := $(ARCH)-linux-gnu.$(GLIBC)
OUT     := $(BUILD)/wheel/$(ARCH)
TOOLS   := $(CURDIR)/$(OUT)/tools
SONAME  := libloophole.so.1

Q   := $(if $(filter-out 0,$(V)),,@)
SAY := @$(if $(Q),$(if $(findstring s,$(firstword -$(MAKEFLAGS))),:,printf '  %-4s %s\n'),:)
.DEFAULT_GOAL := all

CC  := $(TOOLS)/gcc
CXX := $(TOOLS)/g++
OPT := -O2 -fPIC
include packaging/libraries.mk

# make takes them for gcc, and the objects for those of the usual compiler. There is no ncurses, so `play` has no screen.
$(TOOLS)/gcc $(TOOLS)/g++:
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nexec $(ZIG) $(if $(findstring ++,$@),c++,cc) -target $(TARGET) "$$@"\n' >$@ && chmod +x $@
$(LIBOBJ): | $(CC) $(CXX) $(CACHE)/include/ccadical.h
$(LIBDIR)/libraries.a: $(LIBOBJ)
	@rm -f $@ && ar qcs $@ $^

all: $(LIBDIR)/libraries.a
	@touch $(OUT)/needs
	@$(MAKE) --no-print-directory BUILD=$(OUT) CC=$(CC) CXX=$(CXX) CPPFLAGS='-I$(CACHE)/include -I$(SOURCES)/jansson/src' \
	    CADICAL_LIBS=$< PICOSAT_LIBS= JANSSON_LIBS= CURSES= LDFLAGS=-s $(OUT)/loophole $(OUT)/lib/$(SONAME)
