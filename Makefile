# Loophole. `make` builds build/loophole; `make help` lists the rest.
# Options: CC=clang, SAN=1 (address and undefined-behavior sanitizers), BUILD=directory, V=1 (print every command).
# Only `deps`, `demo` and the targets that run all tests install anything: they print the packages first.

# ---- directories ----

BUILD   ?= build
# Relative if it is in this directory, so that the files of dependencies name the targets as the rules do.
BUILD   := $(patsubst $(CURDIR)/%,%,$(BUILD))
# Libraries that `make web` compiles once. They are outside of BUILD, so that `make clean` does not remove them.
WEBCACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/loophole-web
PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCDIR     ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
LIBEXECDIR ?= $(PREFIX)/libexec
PYTHON     ?= python3

WRONG := $(shell packaging/directories 'BUILD=$(BUILD)' 'WEBCACHE=$(WEBCACHE)' 'PREFIX=$(PREFIX)' 'DESTDIR=$(DESTDIR)')
$(if $(WRONG),$(error $(WRONG)))

# ---- compilers ----

CLANG   := $(filter clang%,$(notdir $(firstword $(CC))))
ifeq ($(origin CC),default)
CC      := gcc
endif
ifeq ($(origin CXX),default)
CXX     := $(if $(CLANG),$(subst clang,clang++,$(CC)),g++)
endif
ifneq ($(CC),gcc)
VARIANT := /$(notdir $(firstword $(CC)))
endif

CFLAGS  ?= -O2 -g
WARN    := -Wall -Wextra -Wno-missing-field-initializers -Wno-unused-parameter -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Werror=implicit-function-declaration -Werror=trigraphs
# The same objects make the program and the shared library, which shows loophole_* only. -fexceptions: src/base/unwind.h
ALL     := -std=c11 -fexceptions -D_GNU_SOURCE -Isrc -I. $(WARN) -fPIC -fvisibility=hidden $(CFLAGS)
ALLXX   := -std=c++20 -D_GNU_SOURCE -Isrc -Wall -Wextra -Wno-missing-field-initializers -Wshadow -fPIC -fvisibility=hidden $(CFLAGS)

ifdef SAN
VARIANT := /san$(VARIANT)
SANITIZE := -fsanitize=address,undefined
MORE_SAN := -fno-sanitize-recover=undefined -fno-omit-frame-pointer -D__SANITIZE_ADDRESS__=1
LDSAN   := $(SANITIZE) $(if $(CLANG),-fsanitize-link-c++-runtime)
else ifdef TSAN
VARIANT := /tsan$(VARIANT)
SANITIZE := -fsanitize=thread
LDSAN   := $(SANITIZE)
else
# Hardening: random addresses, read-only tables after the start, guarded stacks, and checked copies, which need an optimized build.
# docs/develop/testing.md has the cost.
SANITIZE := -fstack-protector-strong $(if $(filter -O1 -O2 -O3 -Os -Ofast,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
LDSAN    = $(RELRO)
PIE     := -pie
endif
BUILD   := $(BUILD)$(VARIANT)
ALL     += $(SANITIZE) $(MORE_SAN)
ALLXX   += $(SANITIZE) $(MORE_SAN)

# ---- libraries ----

VERSION := $(shell cat VERSION)
SONUMBER := 1
SONAME  := libloophole.so.$(SONUMBER)
comma   := ,

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

# What the linker accepts here; each is asked for when it is first used. The screen of play is built if ncurses is installed.
linkable = $(shell packaging/linkable '$(CC) $(CPPFLAGS) $(filter-out --coverage,$(LDFLAGS))' $(1))
CURSES   = $(eval CURSES := $(call linkable,'-lncursesw -ltinfo'))$(CURSES)
READ_ONLY := '-Wl,-z,relro,-z,now'
RELRO    = $(eval RELRO := $(call linkable,$(READ_ONLY)))$(RELRO)
# The library exports loophole_* only, and no name of what is linked into it.
SHARED  := '-Wl,-soname,$(SONAME)' -Wl,--version-script=lib/loophole.map -Wl,--gc-sections $(if $(PIE),-Wl$(comma)--no-undefined)
LIBLINK  = $(eval LIBLINK := $(call linkable,$(SHARED)))$(LIBLINK)

export CADICAL_LIBS PICOSAT_LIBS JANSSON_LIBS CC CXX CPPFLAGS LDFLAGS

# ---- what is printed ----

# A recipe that compiles or links prints one line; with V=1 make prints every command, with -s nothing.
Q    := $(if $(filter-out 0,$(V)),,@)
SAY  := @$(if $(Q),$(if $(findstring s,$(firstword -$(MAKEFLAGS))),:,printf '  %-4s %s\n'),:)
# make of another target, with all cores unless you pass -j.
AGAIN = $(MAKE) --no-print-directory
JOBS  = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc)) $(if $(Q),-s)
RUN   = LOOPHOLE=$(BUILD)/loophole BUILD=$(BUILD) WEBCACHE=$(WEBCACHE)

# ---- the program ----

SRC     := $(wildcard src/*.c src/*/*.c src/*/*/*.c encodings/*.c encodings/shared/*.c)
SRCXX   := $(wildcard src/*/*.cc)
OBJ     := $(SRC:%.c=$(BUILD)/%.o) $(SRCXX:%.cc=$(BUILD)/%.o)
OBJECTS := $(BUILD)/objects.a

# A program in the source tree searches its parent directories for the shipped files; elsewhere it finds these links.
all: $(BUILD)/loophole $(if $(filter $(CURDIR)/%,$(abspath $(BUILD))),,$(BUILD)/bench/suites $(BUILD)/bench/program)
$(BUILD)/bench/suites $(BUILD)/bench/program:
	@mkdir -p $(@D)
	@ln -sfn "$(CURDIR)/bench/$(@F)" $@
# What runs the program or the library meanwhile keeps the old one.
$(BUILD)/loophole: $(OBJ)
	$(SAY) LINK $@
	$(Q)$(CC) $(PIE) $(LDSAN) $(LDFLAGS) -o $@.new $^ $(LIBS) && mv $@.new $@

# An object is made again if its source, a header of it or the flags change.
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(ALL) $(CPPFLAGS) $(MORE) -MMD -MP -c -o $@ $<
$(BUILD)/%.o: %.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CXX $<
	$(Q)$(CXX) $(ALLXX) $(CPPFLAGS) $(MORE) -MMD -MP -MF $(@:.o=.dd) -c -o $@ $<

# These files change only if what they contain does.
renewed = { cmp -s $@.new $@ && rm $@.new || mv $@.new $@; }
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL) $(CXX) $(ALLXX) $(CPPFLAGS)' >$@.new && $(renewed)
$(BUILD)/version.inc: FORCE
	@mkdir -p $(@D)
	@packaging/version $(VERSION) >$@.new && $(renewed)
FORCE:

# One object has the version and the commit.
$(BUILD)/src/base/version.o: MORE = -include $(BUILD)/version.inc
$(BUILD)/src/base/version.o: $(BUILD)/version.inc
# CaDiCaL is linked statically: the package that is installed now is the version that runs, unless -L names another.
ifeq ($(filter -L%,$(LDFLAGS) $(CADICAL_LIBS)),)
CADICAL = $(shell dpkg-query -W -f='$${Version}' libcadical-dev 2>/dev/null | sed 's/-[^-]*$$//')
endif
$(BUILD)/src/solvers/solver_cadical.o: MORE = -DCADICAL_PACKAGE='"$(CADICAL)"'

# Checks once for each build directory that the packages for compiling are installed.
$(OBJ) $(LIBOBJ): | $(BUILD)/needs
$(BUILD)/needs: tests/tools/deps
	@mkdir -p $(@D)
	@tests/tools/deps build
	@touch $@

# All objects but main.o, of which a test program links those that it needs.
$(OBJECTS): $(filter-out $(BUILD)/src/main.o,$(OBJ))
	@rm -f $@
	$(SAY) AR $@
	$(Q)ar qcs $@ $^

# ---- the library ----

# All modules but those of the command line.
NOTLIB := $(wildcard src/main.c src/commands/*.c src/cli/*.c src/play/*.c src/extras/audit/*.c src/extras/*/command_*.c)
LIBOBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard lib/*.c))
LIBALL := $(LIBOBJ) $(filter-out $(NOTLIB:%.c=$(BUILD)/%.o),$(OBJ))
LIBNEEDS = $(filter -L% -Wl$(comma)-rpath%,$(LDFLAGS)) $(NEEDED_LIBS)
LINKLIB  = $(CC) -shared $(LDSAN) $(LDFLAGS) $(LIBLINK) -o $@.new $(LIBALL)

FINDERS := $(addprefix $(BUILD)/lib/,loophole.pc loopholeConfig.cmake loopholeConfigVersion.cmake)
lib: $(BUILD)/lib/libloophole.a $(BUILD)/lib/$(SONAME) $(FINDERS) ## build the C library

$(BUILD)/lib/$(SONAME): $(LIBALL) lib/loophole.map
	$(SAY) LINK $@
	$(Q)$(LINKLIB) $(LIBNEEDS) && mv $@.new $@
	@ln -sf $(SONAME) $(BUILD)/lib/libloophole.so
# The archive is one object, in which all other names are local.
$(BUILD)/lib/libloophole.a: $(LIBALL) packaging/one-object
	$(SAY) LD $@
	$(Q)packaging/one-object $@ $(LIBALL)
# For pkg-config and CMake.
$(FINDERS): $(BUILD)/lib/%: lib/%.in FORCE
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCDIR@|$(INCDIR)|; s|@VERSION@|$(VERSION)|; s|@SONAME@|$(SONAME)|g; s|@NEEDS@|$(LIBNEEDS)|' $< >$@.new && $(renewed)

# ---- packages: packaging/README.md ----

# zig compiles for glibc 2.28 and for two processors, with all libraries inside. Without it the wheel is for this machine and its glibc: the
# library finds its neighbors by $ORIGIN, and contains the C++ runtime, which not every system has.
ZIG   ?= $(PYTHON) -m ziglang
ARCHS ?= x86_64 aarch64
wheel: ## build wheels of the Python module and the program, which pip installs without a compiler
	+@if $(ZIG) version >/dev/null 2>&1; then packaging/web-sources $(WEBCACHE)/src && for arch in $(ARCHS); do \
	    $(AGAIN) -f packaging/portable.mk ARCH=$$arch BUILD=$(BUILD) CACHE=$(WEBCACHE) ZIG='$(ZIG)' && \
	    $(PYTHON) -B packaging/wheel $(BUILD)/wheel/$$arch/lib/$(SONAME) $(BUILD)/wheel/$$arch/loophole $(BUILD)/wheel || exit; done; \
	else echo "Without zig (pip install ziglang) the wheel is for this machine, and for its glibc or newer." && $(AGAIN) wheel-here; fi
wheel-here: $(BUILD)/wheel/lib/$(SONAME) $(BUILD)/wheel/loophole
	@$(PYTHON) -B packaging/wheel $^ $(BUILD)/wheel
INSIDE = $(patsubst -lstdc++,-l:libstdc++.a -lgcc_s,$(1))
$(BUILD)/wheel/lib/$(SONAME): $(LIBALL) lib/loophole.map
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(LINKLIB) -Wl,-rpath,'$$ORIGIN' $(call INSIDE,$(LIBNEEDS)) && mv $@.new $@
$(BUILD)/wheel/loophole: $(OBJ)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) $(PIE) $(LDSAN) $(LDFLAGS) -o $@ $^ -Wl,-rpath,'$$ORIGIN/..' $(call INSIDE,$(LIBS))

share: $(BUILD)/share/done
$(BUILD)/share/done: $(BUILD)/loophole lib/loophole.h packaging/share packaging/man3
	$(SAY) GEN $(BUILD)/share
	$(Q)packaging/share $(BUILD)/loophole $(VERSION) $(BUILD)/share && touch $@

TO = BUILD='$(BUILD)' DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' BINDIR='$(BINDIR)' LIBDIR='$(LIBDIR)' INCDIR='$(INCDIR)' \
    DATADIR='$(DATADIR)' LIBEXECDIR='$(LIBEXECDIR)' PYDIR='$(PYDIR)' PYTHON='$(PYTHON)' SONAME='$(SONAME)'
install: all lib share ## install under PREFIX (/usr/local), in DESTDIR
	@$(TO) packaging/install

uninstall: ## remove what install installed, with the same PREFIX and DESTDIR
	@$(TO) packaging/uninstall

dist: ## an archive of what is committed, $(BUILD)/loophole-VERSION.tar.gz
	@packaging/archive $(VERSION) $(BUILD)

deb: ## Debian packages, from what is committed, into $(BUILD)/deb
	@packaging/deb $(VERSION) $(BUILD)

web: ## build the whole program for browsers: a folder for any static host
	@tests/tools/deps emscripten dpkg-dev
	@packaging/web-sources $(WEBCACHE)/src
	+@$(AGAIN) -f packaging/web.mk BUILD=$(BUILD) CACHE=$(WEBCACHE)

npm: web ## build the package for npm, the program in WebAssembly with a typed interface
	@cd $(BUILD)/npm && npm pack --silent && realpath --relative-to="$(CURDIR)" *.tgz

site: web lib ## make the documentation and the page one folder, build/site, for any static host
	@tests/tools/deps mkdocs-material
	@LOOPHOLE_LIBRARY=$(abspath $(BUILD))/lib/$(SONAME) packaging/site $(BUILD)

release: ## make all that is published, from what is committed, into TO=DIRECTORY
	@packaging/release $(or $(TO),$(BUILD)/release)

# ---- programs of the tests ----

UNITOBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/*/test_*.c) tests/tools/soak_solve.c)
UNITS   := $(patsubst %.c,$(BUILD)/tests/%,$(notdir $(wildcard tests/*/test_*.c)))
HELPS   := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/testlib/*.c))
IPASIR  := $(BUILD)/tests/libipasir_picosat.so
FAULT   := $(BUILD)/tests/libfault.so

units: $(UNITS) $(IPASIR) $(FAULT) $(BUILD)/loophole-template lib

$(UNITOBJ) $(HELPS): MORE = -Itests
$(UNITOBJ) $(HELPS): | needs-units
needs-units: | $(BUILD)/needs
	@[ -e $(BUILD)/needs-units ] || { tests/tools/deps units && touch $(BUILD)/needs-units; }

# The code that test programs share.
$(BUILD)/tests/testlib.a: $(HELPS)
	@rm -f $@
	$(SAY) AR $@
	$(Q)ar qcs $@ $^

# A test program is linked from the object of its name, in whichever directory of tests that is.
.SECONDEXPANSION:
$(UNITS) $(BUILD)/tests/soak_solve: $$(filter %/$$(@F).o,$(UNITOBJ)) $(BUILD)/tests/testlib.a $(OBJECTS)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDSAN) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS)
# These link the library as its users do: only its exported names.
$(BUILD)/tests/test_fuzz_calls $(BUILD)/tests/test_library_encoders: $(BUILD)/lib/libloophole.a

# A shared library with PicoSAT, which the tests of `ipasir:LIBRARY` load.
$(IPASIR): tests/tools/ipasir_picosat.c | $(BUILD)/needs
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) $(ALL) $(CPPFLAGS) -fvisibility=default -shared $(LDSAN) $(LDFLAGS) -o $@ $< $(PICOSAT_LIBS)
# A library that makes system calls fail on purpose, for tests/tools/faults.
$(FAULT): tests/tools/fault.c
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) -O1 -Wall -Wextra -fPIC -shared -o $@ $< -ldl

# The program with one more puzzle, the template of CONTRIBUTING.md.
TEMPLATE := $(BUILD)/tests/puzzles/template/template.o $(BUILD)/tests/puzzles/template/puzzle.o
$(BUILD)/loophole-template: $(filter-out $(BUILD)/src/puzzles/puzzle.o,$(OBJ)) $(TEMPLATE)
	$(SAY) LINK $@
	$(Q)$(CC) $(PIE) $(LDSAN) $(LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/tests/puzzles/template/puzzle.o: src/puzzles/puzzle.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(ALL) $(CPPFLAGS) -DWITH_TEMPLATE -MMD -MP -c -o $@ $<

$(BUILD)/bench/%: bench/%.c $(OBJECTS)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) $(ALL) $(CPPFLAGS) $(LDSAN) $(LDFLAGS) -o $@ $^ $(LIBS)

# ---- what to run ----

deps: ## install the Debian packages that building and testing need
	@tests/tools/deps --install build units test
	@rm -f $(BUILD)/needs $(BUILD)/src/play/screen*.o
	@echo "Nothing is missing."

demo: ## install what building needs, build, solve the book's puzzles and show them
	@tests/tools/deps --install build
	@echo "Building $(BUILD)/loophole ..."
	+@$(AGAIN) $(JOBS) all
	@LOOPHOLE=$(BUILD)/loophole tests/tools/demo

test: ## install what the tests need, build, run all tests
	@tests/tools/deps --install build units test more
	@echo "Building the program and its tests ..."
	+@$(AGAIN) $(JOBS) all units
	@packaging/web-tested $(BUILD) $(WEBCACHE)
	@$(RUN) tests/run

# The fast tests, of what is built; check and coverage build it with other flags first.
quick: all units
	@QUICK=1 $(RUN) tests/run $(TESTS)

check: ## run the fast tests, with warnings as errors
	+@$(AGAIN) BUILD=$(BUILD)/check CFLAGS="-O2 -g -Werror" quick

levels: all ## follow the hints of 100 generated boards of each puzzle and level; takes hours
	tests/tools/levels 100

test-cluster: ## install Slurm, run the examples with it, on daemons of this host only
	@tests/tools/deps --install build test
	@tests/tools/deps --install munge slurmctld slurmd || echo "Tests that need these are skipped."
	+@$(AGAIN) all
	@FILES=tests/cluster/slurm.bats $(RUN) tests/run

web-test: ## install what the page's tests need, build it, play it in a browser, run the tests of the command line on it (half an hour)
	@tests/tools/deps --install build units test emscripten dpkg-dev
	+@$(AGAIN) all units
	+@$(AGAIN) web
	@tests/page/deps $(WEBCACHE) || echo "SKIPPED: without a browser and puppeteer-core the page is not played."
	@$(RUN) tests/run web.bats
	@$(RUN) tests/page/commands

fuzz: all units ## run the random tests for longer, with the time as seed (or SEED=N)
	@$(RUN) tests/tools/fuzz $(or $(SEED),$(shell date +%s)) $(or $(ROUNDS),100)

fuzz-covered: ## fuzz the parsers by coverage, under clang's sanitizers (SECONDS_EACH=60)
	@$(RUN) tests/tools/fuzz-covered

faults: all units ## make every allocation, write, open, fork ... fail in turn, in many command lines (EVERY=N: each N-th)
	@$(RUN) tests/tools/faults --every $(or $(EVERY),1)

sweeps: all units ## test signals at random moments, limits of memory and disk, misbehaving child processes (SPREAD=N a line, SEED=N)
	@$(RUN) tests/tools/sweeps --spread $(or $(SPREAD),20) --seed $(or $(SEED),$(shell date +%s))

planted: all units ## mutation testing: each mutation, in a copy, must fail a test
	@$(RUN) tests/tools/planted

recipes: all units ## follow the recipes of CONTRIBUTING.md in a copy: new entries of the registries must be green, broken ones red
	@$(RUN) tests/tools/recipes

soak: all $(BUILD)/tests/soak_solve ## test an hour of work (SOAK=SECONDS): constant memory, killed runs that resume
	@$(RUN) tests/tools/soak $(or $(SOAK),3600)

limits: all ## measure how fast limits of time and memory stop the program
	@$(RUN) bench/limits

tsan: ## run everything that uses threads under the thread sanitizer
	+@$(AGAIN) TSAN=1 CFLAGS="-O1 -g" threads
threads: $(BUILD)/loophole $(BUILD)/tests/test_search $(BUILD)/tests/soak_solve lib
	$(CC) $(ALL) $(LDSAN) -Ilib -o $(BUILD)/tests/calls tests/library/calls.c -L$(BUILD)/lib -lloophole -Wl,-rpath,$(realpath $(BUILD)/lib)
	$(BUILD)/tests/calls threads
	$(BUILD)/tests/test_search
	$(BUILD)/tests/soak_solve 20
	$(BUILD)/loophole solve gunport 8x8 --formulation monomino --jobs 4 -q >/dev/null; [ $$? = 30 ]

coverage: ## run the fast tests (those named by TESTS=) and print the lines that they reach, by file and by directory
	+@$(AGAIN) BUILD=$(BUILD)/coverage CFLAGS="-O0 -g --coverage" LDFLAGS="--coverage" quick || echo "Some tests fail: what they would have reached is missing."
	@BUILD=$(BUILD)/coverage tests/tools/coverage

asan: ## run all tests under sanitizers of addresses, leaks and undefined behavior (CC=clang; QUICK=1; BUDGET=seconds)
	@tests/tools/deps --install build units test $(if $(CLANG),clang libclang-rt-14-dev)
	+@$(AGAIN) SAN=1 CFLAGS="-O1 -g" asan-run
asan-run: all units
	@LSAN_OPTIONS=suppressions=$(CURDIR)/tests/tools/leaks.allowed:print_suppressions=0 \
	    $(RUN) timeout $(or $(BUDGET),14400) tests/run $(TESTS)

gallery: all lib ## make the pictures in docs/play/gallery again
	@$(RUN) bench/gallery

screenshots: all ## take pictures of terminals, boards and the report
	@tests/tools/deps chromium-headless-shell tmux poppler-utils gnuplot-nox fonts-dejavu-core
	@$(RUN) bench/screenshots $(BUILD)/screenshots

figures: all ## make the published results again, those that this version lacks (hours; bench/README.md)
	@$(RUN) bench/figures

tables: all ## update the tables of encodings
	@$(RUN) bench/tables

format: ## format the sources by .clang-format (with clang-format 14)
	@tests/tools/format

analyze: ## static analysis by cppcheck, gcc and clang-tidy: findings that tests/tools/analyze.allowed does not list
	@tests/tools/analyze

clean: ## remove what was built
	@rm -rf $(BUILD)

help: ## this list
	@echo "  make: build the program, $(BUILD)/loophole" | expand -t 4
	@sed -n 's/^\([a-z-]*\):.*## /  make \1: /p' Makefile | expand -t 4

.PHONY: all analyze asan asan-run check clean coverage deb demo deps dist faults figures format fuzz fuzz-covered gallery help levels \
    install lib limits needs-units npm planted quick recipes release screenshots share site soak sweeps tables test test-cluster threads tsan \
    uninstall units web web-test wheel wheel-here FORCE

-include $(OBJ:.o=.d) $(SRCXX:%.cc=$(BUILD)/%.dd) $(LIBOBJ:.o=.d) $(UNITOBJ:.o=.d) $(HELPS:.o=.d) $(TEMPLATE:.o=.d)
