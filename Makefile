# Loophole. `make` builds build/loophole; `make help` lists the rest.
# Options: CC=clang, SAN=1 (address and undefined-behavior sanitizers), BUILD=directory, V=1 (print every command).
# Only `deps`, `demo` and the targets that run all tests install anything: they print the packages first.

BUILD   ?= build
# Relative if it is in this directory, so that the files of dependencies name the targets as the rules do.
BUILD   := $(patsubst $(CURDIR)/%,%,$(BUILD))
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
CXX     := $(if $(filter-out default,$(origin CXX)),$(CXX),$(if $(filter clang%,$(notdir $(firstword $(CC)))),$(subst clang,clang++,$(CC)),g++))
VERSION := $(shell cat VERSION)
WARN    := -Wall -Wextra -Wno-missing-field-initializers -Wno-unused-parameter -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Werror=implicit-function-declaration -Werror=trigraphs
CFLAGS  ?= -O2 -g
# The screen of play is built if ncurses is installed.
CURSES   = $(eval CURSES := $(shell printf '\043include <ncurses.h>\nint main(void) { return 0; }' | \
             $(CC) $(CPPFLAGS) $(filter-out --coverage,$(LDFLAGS)) -xc - -o /dev/null -lncursesw -ltinfo 2>/dev/null && echo -lncursesw -ltinfo))$(CURSES)
# $(call linkable,OPTION...): those of the options that the linker accepts, because some systems lack some.
linkable = $(foreach option,$(1),$(shell echo 'int option;' | $(CC) -shared -fPIC $(option) -xc - -o /dev/null 2>/dev/null && echo '$(option)'))
HARDLINK = $(eval HARDLINK := $(call linkable,-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now))$(HARDLINK)
comma   := ,
# The same objects make the program and the shared library, which shows loophole_* only.
PIC     := -fPIC -fvisibility=hidden
# -fexceptions: src/base/unwind.h
ALL     := -std=c11 -fexceptions -D_GNU_SOURCE -Isrc -I. $(WARN) $(PIC) $(CFLAGS)
ALLXX   := -std=c++20 -D_GNU_SOURCE -Isrc -Wall -Wextra -Wno-missing-field-initializers -Wshadow $(PIC) $(CFLAGS)
# $(call asked,LIBRARY): how to link it, by pkg-config if it knows the library. Directories in CPPFLAGS and LDFLAGS come first.
asked    = $(or $(shell pkg-config --libs $(1) 2>/dev/null),-l$(1))
CADICAL_LIBS := $(or $(CADICAL_LIBS),$(call asked,cadical))
PICOSAT_LIBS := $(or $(PICOSAT_LIBS),$(call asked,picosat))
JANSSON_LIBS := $(or $(JANSSON_LIBS),$(call asked,jansson))
ALL     += $(shell pkg-config --cflags-only-I jansson 2>/dev/null)
# The libraries of the solvers that are built in, and of all that the program and the library link.
SOLVER_LIBS = $(CADICAL_LIBS) $(PICOSAT_LIBS)
NEEDED_LIBS = $(SOLVER_LIBS) $(JANSSON_LIBS) -lstdc++ -lm -ldl -lpthread
LIBS        = $(CURSES) $(NEEDED_LIBS)
export CADICAL_LIBS PICOSAT_LIBS JANSSON_LIBS CC CXX CPPFLAGS LDFLAGS

# A recipe begins with $(call says,WORD,FILE), which prints one line instead of the command. With V=1, make prints commands; with -s,
# nothing.
says = $(if $(filter-out 0,$(V)),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,printf '  %-4s %s\n' '$(1)' '$(2)'; ))

# $(call compile,WHAT,TARGETS): builds them for demo and test, with all cores unless you pass -j. It prints one line unless you pass
# V=1 or -s.
compile = @$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo "Building $(1) ..."; )$(MAKE) --no-print-directory \
    $(if $(findstring -j,$(MAKEFLAGS)),,-j$(or $(shell nproc 2>/dev/null),1)) $(if $(filter-out 0,$(V)),,-s) $(2)

ifdef SAN
BUILD   := $(BUILD)/san
ALL     += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -D__SANITIZE_ADDRESS__=1
ALLXX   += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
LDSAN   := -fsanitize=address,undefined $(if $(filter clang%,$(notdir $(firstword $(CC)))),-fsanitize-link-c++-runtime)
endif
ifdef TSAN
BUILD   := $(BUILD)/tsan
ALL     += -fsanitize=thread
ALLXX   += -fsanitize=thread
LDSAN   := -fsanitize=thread
endif
# Hardening: random addresses, read-only tables after the start, guarded stacks, and checked copies, which need an optimized build.
# docs/testing.md has the cost.
ifeq ($(SAN)$(TSAN),)
LDSAN    = $(HARDLINK)
HARD    := -fstack-protector-strong $(if $(filter -O1 -O2 -O3 -Os -Ofast,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
ALL     += $(HARD)
ALLXX   += $(HARD)
endif
ifneq ($(CC),gcc)
BUILD   := $(BUILD)/$(notdir $(firstword $(CC)))
endif

# The libraries that `make web` compiles once. They are outside of BUILD, so that `make clean` does not remove them.
WEBCACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/loophole-web

$(foreach place,BUILD WEBCACHE PREFIX DESTDIR,$(if $(word 2,$($(place))),$(error $(place) has blanks in it, "$($(place))", \
    which make cannot take: give it another, as in make $(place)=/tmp/loophole)))
# `make clean` removes BUILD as a whole, so BUILD must neither be nor contain a directory of the sources.
HERE    := $(subst $() ,^,$(CURDIR))
PLACE   := $(subst $() ,^,$(abspath $(or $(BUILD),/)))
SOURCES := $(foreach folder,.git bench debian docs encodings lib src tests web,$(HERE)/$(folder) $(HERE)/$(folder)/%)
$(if $(filter / $(HERE) $(SOURCES),$(PLACE))$(filter $(PLACE)/%,$(HERE)),$(error BUILD is "$(BUILD)", where other things lie: \
    give it a folder of its own, as in make BUILD=/tmp/loophole))

SRC   := $(wildcard src/*.c src/*/*.c src/*/*/*.c encodings/*.c encodings/shared/*.c)
SRCXX := $(wildcard src/*/*.cc)
OBJ   := $(SRC:%.c=$(BUILD)/%.o) $(SRCXX:%.cc=$(BUILD)/%.o)
OBJECTS  := $(BUILD)/objects.a
UNITS := $(patsubst %.c,$(BUILD)/tests/%,$(notdir $(wildcard tests/*/test_*.c)))
UNITOBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/*/test_*.c) tests/tools/soak_solve.c)
HELPS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/testlib/*.c))

.PHONY: planted recipes web web-test web-compiled web-tested needs-units all gallery screenshots demo test test-cluster check deps clean format analyze asan fuzz bench figures tables help units
# A program in the source tree searches its parent directories for the shipped files; elsewhere it finds these links.
all: $(BUILD)/loophole $(if $(filter $(CURDIR)/%,$(abspath $(BUILD))),,$(BUILD)/bench/suites $(BUILD)/bench/program)
$(BUILD)/bench/suites $(BUILD)/bench/program:
	@mkdir -p $(@D)
	@ln -sfn "$(CURDIR)/bench/$(@F)" $@
$(BUILD)/loophole: $(OBJ)
	$(call says,LINK,$@)$(CC) $(if $(SAN)$(TSAN),,-pie) $(LDSAN) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call says,CC,$<)$(CC) $(ALL) $(CPPFLAGS) $(MORE) -MMD -MP -c -o $@ $<
$(BUILD)/%.o: %.cc Makefile
	@mkdir -p $(@D)
	$(call says,CXX,$<)$(CXX) $(ALLXX) $(CPPFLAGS) $(MORE) -MMD -MP -MF $(@:.o=.dd) -c -o $@ $<
# One object has the version and the commit; their file changes only if they do.
$(BUILD)/version.inc: FORCE
	@mkdir -p $(@D)
	@printf '#define VERSION "%s"\n#define COMMIT "%s"\n' '$(VERSION)' "$$([ ! -e .git ] || git describe --always --abbrev=8 --dirty=+ --exclude='*' 2>/dev/null)" >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(BUILD)/src/base/version.o: MORE = -include $(BUILD)/version.inc
$(BUILD)/src/base/version.o: $(BUILD)/version.inc
# CaDiCaL is linked statically: the package that is installed now is the version that runs, unless -L names another.
$(BUILD)/src/solvers/solver_cadical.o: MORE = -DCADICAL_PACKAGE='"$(if $(filter -L%,$(LDFLAGS) $(CADICAL_LIBS)),,$(shell dpkg-query -W -f='$${Version}' libcadical-dev 2>/dev/null | sed 's/-[^-]*$$//'))"'

# All objects but main.o, of which a test program links those that it needs.
$(OBJECTS): $(filter-out $(BUILD)/src/main.o,$(OBJ))
	@rm -f $@
	$(call says,AR,$@)ar qcs $@ $^

# The code that test programs share.
$(BUILD)/tests/testlib.a: $(HELPS)
	@rm -f $@
	$(call says,AR,$@)ar qcs $@ $^

# A test program is linked from the object of its name, in whichever directory of tests that is.
$(UNITOBJ) $(HELPS): MORE = -Itests
.SECONDEXPANSION:
$(UNITS) $(BUILD)/tests/soak_solve: $$(filter %/$$(@F).o,$(UNITOBJ)) $(BUILD)/tests/testlib.a $(OBJECTS)
	$(call says,LINK,$@)$(CC) $(LDSAN) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS)

# These link the library as its users do: only its exported names.
$(BUILD)/tests/test_fuzz_calls $(BUILD)/tests/test_library_encoders: $(BUILD)/lib/libloophole.a

# Checks once for each build directory that the packages for compiling are installed.
$(OBJ) $(IPASIR): | $(BUILD)/needs
$(UNITOBJ) $(HELPS): | needs-units
$(BUILD)/needs: tests/tools/deps
	@mkdir -p $(@D)
	@tests/tools/deps build
	@touch $@
needs-units: | $(BUILD)/needs
	@[ -e $(BUILD)/needs-units ] || { tests/tools/deps units && touch $(BUILD)/needs-units; }

# A shared library with PicoSAT, which the tests of `ipasir:LIBRARY` load.
IPASIR := $(BUILD)/tests/libipasir_picosat.so
$(IPASIR): $(BUILD)/tests/lib%.so: tests/tools/%.c
	@mkdir -p $(@D)
	$(call says,LINK,$@)$(CC) $(ALL) $(CPPFLAGS) -fvisibility=default -shared $(LDSAN) $(LDFLAGS) -o $@ $< $(PICOSAT_LIBS)

# A library that makes system calls fail on purpose, for tests/tools/faults.
FAULT := $(BUILD)/tests/libfault.so
$(FAULT): tests/tools/fault.c
	@mkdir -p $(@D)
	$(call says,LINK,$@)$(CC) -O1 -Wall -Wextra -fPIC -shared -o $@ $< -ldl

# The program with one more puzzle, the template of CONTRIBUTING.md.
$(BUILD)/loophole-template: $(filter-out $(BUILD)/src/puzzles/puzzle.o,$(OBJ)) $(BUILD)/tests/puzzles/template/puzzle.o $(BUILD)/tests/puzzles/template/template.o
	$(call says,LINK,$@)$(CC) $(if $(SAN)$(TSAN),,-pie) $(LDSAN) $(LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/tests/puzzles/template/puzzle.o: src/puzzles/puzzle.c Makefile
	@mkdir -p $(@D)
	$(call says,CC,$<)$(CC) $(ALL) $(CPPFLAGS) -DWITH_TEMPLATE -MMD -MP -c -o $@ $<

units: $(UNITS) $(IPASIR) $(FAULT) $(BUILD)/loophole-template lib

deps: ## install the Debian packages that building and testing need
	@tests/tools/deps --install build units test
	@rm -f $(BUILD)/needs $(BUILD)/src/play/screen*.o
	@echo "Nothing is missing."

gallery: all lib ## make docs/gallery.md and its pictures again
	LOOPHOLE=$(BUILD)/loophole bench/gallery

screenshots: all ## take pictures of terminals, boards and the report
	@tests/tools/deps chromium tmux poppler-utils gnuplot-nox fonts-dejavu-core
	LOOPHOLE=$(BUILD)/loophole bench/screenshots $(BUILD)/screenshots

demo: ## install what building needs, build, solve the book's puzzles and show them
	@tests/tools/deps --install build
	$(call compile,$(BUILD)/loophole,all)
	@LOOPHOLE=$(BUILD)/loophole tests/tools/demo

test: ## install what the tests need, build, run all tests
	@tests/tools/deps --install build units test more
	$(call compile,the program and its tests,all units)
	@$(MAKE) --no-print-directory web-tested
	@LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) WEBCACHE=$(WEBCACHE) tests/run

test-cluster: ## install Slurm, run the examples with it, on daemons of this host only
	@tests/tools/deps --install build test
	@tests/tools/deps --install munge slurmctld slurmd || echo "Tests that need these are skipped."
	@$(MAKE) --no-print-directory all
	@FILES=tests/cluster/slurm.bats LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) tests/run

check: ## run the fast tests, with warnings as errors
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/check CFLAGS="-O2 -g -Werror" check-run
check-run: all units
	@QUICK=1 LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) tests/run

fuzz: all units ## run the random tests for longer, with the time as seed (or SEED=N)
	@FUZZ_SEED=$${SEED:-$$(date +%s)} FUZZ_ROUNDS=$${ROUNDS:-100} $(BUILD)/tests/test_fuzz_encodings
	@FUZZ_SEED=$${SEED:-$$(date +%s)} FUZZ_ROUNDS=$${ROUNDS:-100} $(BUILD)/tests/test_rows
	@FUZZ_SEED=$${SEED:-$$(date +%s)} FUZZ_ROUNDS=$${ROUNDS:-100} $(BUILD)/tests/test_fuzz_parsers
	@FUZZ_SEED=$${SEED:-$$(date +%s)} FUZZ_ROUNDS=$${ROUNDS:-100} $(BUILD)/tests/test_fuzz_models
	@FUZZ_SEED=$${SEED:-$$(date +%s)} FUZZ_ROUNDS=$${ROUNDS:-100} $(BUILD)/tests/test_fuzz_calls
	@FUZZ_SEED=$${SEED:-$$(date +%s)} FUZZ_ROUNDS=$$((100 * $${ROUNDS:-100})) $(BUILD)/tests/test_fuzz_readers
	@rm -rf $(BUILD)/foreign && mkdir $(BUILD)/foreign && cd $(BUILD)/foreign && \
	    python3 -B $(CURDIR)/tests/commands/foreign_text.py $(abspath $(BUILD)/loophole) $${SEED:-$$(date +%s)} $${ROUNDS:-100}

fuzz-covered: ## fuzz the parsers by coverage, under clang's sanitizers (SECONDS_EACH=60)
	@BUILD=$(BUILD) tests/tools/fuzz-covered

faults: all units ## make every allocation, write, open, fork ... fail in turn, in many command lines (EVERY=N: each N-th)
	@LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) tests/tools/faults --every $${EVERY:-1}

sweeps: all units ## test signals at random moments, limits of memory and disk, misbehaving child processes (SPREAD=N a line, SEED=N)
	@LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) tests/tools/sweeps --spread $${SPREAD:-20} --seed $${SEED:-$$(date +%s)}

planted: all units ## mutation testing: each mutation, in a copy, must fail a test
	@BUILD=$(BUILD) tests/tools/planted

recipes: all units ## follow the recipes of CONTRIBUTING.md in a copy: new entries of the registries must be green, broken ones red
	@BUILD=$(BUILD) tests/tools/recipes

soak: all $(BUILD)/tests/soak_solve ## test an hour of work (SOAK=SECONDS): constant memory, killed runs that resume
	@LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) tests/tools/soak $${SOAK:-3600}

limits: all ## measure how fast limits of time and memory stop the program
	@LOOPHOLE=$(BUILD)/loophole bench/limits

tsan: ## run everything that uses threads under the thread sanitizer
	@$(MAKE) --no-print-directory TSAN=1 CFLAGS="-O1 -g" tsan-run
tsan-run: $(BUILD)/loophole $(BUILD)/tests/test_search $(BUILD)/tests/soak_solve lib
	$(CC) $(ALL) $(LDSAN) -Ilib -o $(BUILD)/tests/calls tests/library/calls.c -L$(BUILD)/lib -lloophole -Wl,-rpath,$(realpath $(BUILD)/lib)
	$(BUILD)/tests/calls threads
	$(BUILD)/tests/test_search
	$(BUILD)/tests/soak_solve 20
	$(BUILD)/loophole solve gunport 8x8 --formulation monomino --jobs 4 -q >/dev/null; [ $$? = 30 ]

coverage: ## run the fast tests (those named by TESTS=) and print the lines that they reach, by file and by directory
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/coverage CFLAGS="-O0 -g --coverage" LDFLAGS="--coverage" coverage-run
coverage-run: all units
	@QUICK=1 LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) tests/run $(TESTS) || echo "Some tests fail: what they would have reached is missing."
	@BUILD=$(BUILD) tests/tools/coverage

asan: ## run all tests under sanitizers of addresses, leaks and undefined behavior (CC=clang; QUICK=1; BUDGET=seconds)
	@tests/tools/deps --install build units test $(if $(filter clang%,$(CC)),clang libclang-rt-14-dev)
	@$(MAKE) --no-print-directory SAN=1 CFLAGS="-O1 -g" asan-run
asan-run: all units
	@LSAN_OPTIONS=suppressions=$(CURDIR)/tests/tools/leaks.allowed:print_suppressions=0 \
	    LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) timeout $${BUDGET:-14400} tests/run $(TESTS)

$(BUILD)/bench/%: bench/%.c $(OBJECTS)
	@mkdir -p $(@D)
	$(call says,LINK,$@)$(CC) $(ALL) $(CPPFLAGS) $(LDSAN) $(LDFLAGS) -o $@ $^ $(LIBS)

figures: all ## make the published results again, those that this version lacks (hours; bench/README.md)
	@LOOPHOLE=$(BUILD)/loophole bench/figures

tables: all ## update the tables of encodings
	@LOOPHOLE=$(BUILD)/loophole bench/tables

include install.mk

format: ## format the sources by .clang-format (with clang-format 14)
	@tests/tools/format

analyze: ## static analysis by cppcheck, gcc and clang-tidy: findings that tests/tools/analyze.allowed does not list
	@tests/tools/analyze

web: ## build the whole program for browsers: a folder for any static host
	@tests/tools/deps emscripten dpkg-dev
	@web/sources $(WEBCACHE)/src
	@$(MAKE) --no-print-directory web-compiled
web-compiled:
	@$(MAKE) --no-print-directory -f web/Makefile BUILD=$(BUILD) CACHE=$(WEBCACHE)

web-test: ## install what the page's tests need, build it, play it in a browser, run the tests of the command line on it (half an hour)
	@tests/tools/deps --install build units test emscripten dpkg-dev
	@$(MAKE) --no-print-directory all units
	@$(MAKE) --no-print-directory web
	@tests/page/deps $(WEBCACHE) || echo "SKIPPED: without a browser and puppeteer-core the page is not played."
	@LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) WEBCACHE=$(WEBCACHE) tests/run web.bats
	@BUILD=$(BUILD) tests/page/commands

# For the tests: prints the missing packages, whose tests are then skipped; a page that does not compile fails a test.
web-tested:
	@if ! { tests/tools/deps emscripten dpkg-dev && web/sources $(WEBCACHE)/src; }; then \
	    echo "SKIPPED: the page for browsers cannot be built here, so nothing of it is tested."; rm -rf $(BUILD)/web $(BUILD)/web.log; \
	elif echo "Building the page for browsers ..." && $(MAKE) --no-print-directory web-compiled >$(BUILD)/web.log 2>&1; then \
	    rm -f $(BUILD)/web.log; else rm -f $(BUILD)/web/loophole.wasm; fi
	@tests/page/deps $(WEBCACHE) || echo "SKIPPED: without a browser and puppeteer-core the page is not played in the tests."

clean: ## remove what was built
	@rm -rf $(BUILD)

help: ## this list
	@echo "  make: build the program, $(BUILD)/loophole" | expand -t 4
	@sed -n 's/^\([a-z-]*\):.*## /  make \1: /p' Makefile install.mk | expand -t 4

-include $(SRC:%.c=$(BUILD)/%.d) $(SRCXX:%.cc=$(BUILD)/%.dd) $(UNITOBJ:.o=.d) $(HELPS:.o=.d) \
    $(BUILD)/tests/puzzles/template/puzzle.d $(BUILD)/tests/puzzles/template/template.d
