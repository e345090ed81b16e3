# The whole program for browsers: build/web, one static folder. `make web` calls this after it
# has checked that nothing is missing. Libraries are compiled once, into a cache that `make clean` leaves alone.
BUILD   ?= build
VERSION := $(shell cat VERSION)
.DEFAULT_GOAL := all
OUT     := $(BUILD)/web
OBJDIR  := $(BUILD)/web-objects

# As in Makefile: one line a file, or every command with V=1.
Q   := $(if $(filter-out 0,$(V)),,@)
SAY := @$(if $(Q),$(if $(findstring s,$(firstword -$(MAKEFLAGS))),:,printf '  %-4s %s\n'),:)

export NODE_PATH := /usr/share/nodejs
CC  := emcc
CXX := em++
EH  := -fwasm-exceptions
# Not -O3 or link-time optimization: measured, no long run is faster, and every short one is slower, because browsers compile more code.
OPT := -O2
include packaging/libraries.mk
ALL := -std=c11 -D_GNU_SOURCE -Isrc -I. -Wall -Wextra -Wno-missing-field-initializers -Wno-unused-parameter \
       -I$(SOURCES)/jansson/src -I$(CACHE)/include $(OPT)

SRC := $(wildcard src/*.c src/*/*.c src/*/*/*.c encodings/*.c encodings/shared/*.c) web/absent.c
SRCXX := $(wildcard src/*/*.cc)
OBJ := $(SRC:%.c=$(OBJDIR)/%.o) $(SRCXX:%.cc=$(OBJDIR)/%.o)

# The page's address with a slash at its end, for the image of link previews, which must have a full address.
SITE    ?=
PAGE    := program dom puzzles problem saved board win game chooser zip plot proof main

FILES   := loophole.js loophole.wasm index.html style.css icon.svg icon.png manifest.webmanifest

all: $(addprefix $(OUT)/,$(FILES) offline.js preview.png licences.txt)

# One script for both: in a page it is the page, in a worker the program.
$(OUT)/loophole.js: $(OBJDIR)/program.js $(OBJDIR)/texts.js $(PAGE:%=web/%.js)
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)cat $^ >$@
# The texts of the puzzles come from the program.
$(OBJDIR)/texts.js: web/texts.js $(OBJDIR)/program.js
	$(SAY) GEN $@
	$(Q)node --no-experimental-fetch $^ >$@.new && mv $@.new $@
$(OUT)/loophole.wasm: $(OBJDIR)/program.js
	@mkdir -p $(@D)
	$(SAY) CP $@
	$(Q)cp $(OBJDIR)/program.wasm $@
# The licenses of Loophole and of the libraries, because a copy of the folder distributes all of them.
$(OUT)/licences.txt: LICENSE docs/develop/third-party.md
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)cat $^ >$@
# The first board is drawn by the program.
$(OUT)/index.html: web/first.js web/index.html web/puzzles.js $(OBJDIR)/program.js
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)node --no-experimental-fetch $< $(OBJDIR)/program.js '$(SITE)' >$@.new && mv $@.new $@
# What a browser keeps belongs together: the name of its store follows from the contents.
$(OUT)/offline.js: web/offline.js $(FILES:%=$(OUT)/%)
	$(SAY) GEN $@
	$(Q)sed "s|@VERSION@|$$(cat $(FILES:%=$(OUT)/%) | sha256sum | cut -c1-16)|; s|@FILES@|['./'$(foreach f,$(FILES),, '$f')]|" $< >$@
$(OUT)/%: web/%
	@mkdir -p $(@D)
	$(SAY) CP $@
	$(Q)cp $< $@

# The package for npm: the same program, without the page.
NPM := $(BUILD)/npm
all: $(addprefix $(NPM)/,loophole.mjs loophole-worker.js loophole.wasm loophole.d.mts package.json README.md LICENSE)
$(NPM)/loophole.mjs: web/program.js packaging/npm/interface.js
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)cat $^ >$@
$(NPM)/loophole-worker.js: packaging/npm/worker.js $(OBJDIR)/program.js web/program.js
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q){ cat $^ && echo 'workerMain();'; } >$@
$(NPM)/loophole.wasm: $(OBJDIR)/program.js
	@mkdir -p $(@D)
	$(SAY) CP $@
	$(Q)cp $(OBJDIR)/program.wasm $@
$(NPM)/package.json: packaging/npm/package.json VERSION
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)sed 's/@VERSION@/$(VERSION)/' $< >$@
$(NPM)/LICENSE: LICENSE docs/develop/third-party.md
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)cat $^ >$@
$(NPM)/%: packaging/npm/%
	@mkdir -p $(@D)
	$(SAY) CP $@
	$(Q)cp $< $@

$(OBJDIR)/%.o: %.c packaging/web.mk | $(CACHE)/include/ccadical.h $(CACHE)/include/jansson_config.h
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(ALL) $(MORE) -MMD -MP -c -o $@ $<
$(OBJDIR)/src/solvers/solver_cadical.o: MORE = -DCADICAL_PACKAGE='"$(shell cd $(SOURCES)/cadical && { dpkg-parsechangelog -SVersion 2>/dev/null || cat VERSION; } | sed 's/-[^-]*$$//')"'
$(OBJDIR)/version.inc: VERSION
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)packaging/version $(VERSION) >$@
# What is not searched in is compiled for size: the bytes are downloaded.
$(foreach d,canvas certificate cli commands declared extras formats genres lower model options play proof puzzles,$(OBJDIR)/src/$d/%.o): MORE = -Oz
$(OBJDIR)/encodings/%.o: MORE = -Oz
$(OBJDIR)/src/base/version.o: MORE = -include $(OBJDIR)/version.inc
$(OBJDIR)/src/base/version.o: $(OBJDIR)/version.inc
$(OBJDIR)/%.o: %.cc packaging/web.mk | $(CACHE)/include/ccadical.h
	@mkdir -p $(@D)
	$(SAY) CXX $<
	$(Q)$(CXX) -std=c++20 $(OPT) $(EH) -Isrc -I. -I$(CACHE)/include $(MORE) -MMD -MP -MF $(@:.o=.dd) -c -o $@ $<

# By default the linker inlines a function that has one caller, whatever its size. Elimination and solving then become functions of
# 34 kB each, which browsers compile for half a second as soon as a loop in them is hot. This limits inlining to small functions.
LINK := $(OPT) $(EH) -sBINARYEN_EXTRA_PASSES=-ocimfs=100 -sINVOKE_RUN=0 -sMODULARIZE=1 -sEXPORT_NAME=LoopholeProgram -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB \
        -sTOTAL_STACK=8MB -sEXPORTED_RUNTIME_METHODS=callMain,ccall,FS,ENV -lnodefs.js -sENVIRONMENT=worker,node -sEXIT_RUNTIME=0

$(OBJDIR)/program.js: $(OBJ) $(LIBOBJ)
	$(SAY) LINK $@
	$(Q)$(CXX) $(LINK) -o $@ $^

-include $(SRC:%.c=$(OBJDIR)/%.d) $(SRCXX:%.cc=$(OBJDIR)/%.dd)
