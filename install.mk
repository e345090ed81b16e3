# Builds the library, the wheel, archives and packages; installs. PREFIX and DESTDIR have their usual meaning.

PREFIX   ?= /usr/local
BINDIR   ?= $(PREFIX)/bin
LIBDIR   ?= $(PREFIX)/lib
INCDIR   ?= $(PREFIX)/include
DATADIR  ?= $(PREFIX)/share
LIBEXECDIR ?= $(PREFIX)/libexec
PYTHON   ?= python3
# The directory under PREFIX that Python searches by itself; if there is none, one that PYTHONPATH must name.
PYDIR    ?= $(or $(shell for py in $(PYTHON) /usr/bin/python3; do $$py -c 'import site, sys; \
            print(next(p for p in site.getsitepackages() if p.startswith(sys.argv[1] + "/lib/")))' $(PREFIX) 2>/dev/null && break; done),$(LIBDIR)/python3/dist-packages)
SONUMBER := 1
SONAME   := libloophole.so.$(SONUMBER)
INSTALL  ?= install

# All modules but those of the command line.
NOTLIB := $(wildcard src/main.c src/commands/*.c src/cli/*.c src/play/*.c src/extras/audit/*.c src/extras/*/command_*.c)
LIBSRC := $(wildcard lib/*.c)
LIBOBJ := $(LIBSRC:%.c=$(BUILD)/%.o)
LIBALL := $(LIBOBJ) $(filter-out $(NOTLIB:%.c=$(BUILD)/%.o),$(OBJ))
$(LIBOBJ): | $(BUILD)/needs
LIBNEEDS = $(filter -L% -Wl$(comma)-rpath%,$(LDFLAGS)) $(NEEDED_LIBS)

.PHONY: lib wheel install uninstall dist deb
lib: $(BUILD)/lib/libloophole.a $(BUILD)/lib/$(SONAME) $(BUILD)/lib/loophole.pc ## build the C library

# The library exports loophole_* only, and no name of what is linked into it.
LIBLINK = $(eval LIBLINK := $(call linkable,-Wl$(comma)-soname$(comma)$(SONAME) -Wl$(comma)--version-script=lib/loophole.map -Wl$(comma)--gc-sections \
            $(if $(SAN)$(TSAN),,-Wl$(comma)--no-undefined)))$(LIBLINK)
LINKLIB = $(CC) -shared $(LDSAN) $(LDFLAGS) $(LIBLINK) -o $@ $(LIBALL)
$(BUILD)/lib/$(SONAME): $(LIBALL) lib/loophole.map install.mk
	$(call says,LINK,$@)$(LINKLIB) $(LIBNEEDS)
	@ln -sf $(SONAME) $(BUILD)/lib/libloophole.so

# The wheel's library finds its neighbors by $ORIGIN, and contains the C++ runtime, which not every system has.
wheel: $(BUILD)/wheel/lib/$(SONAME) ## build a wheel of the Python module, which pip installs without a compiler
	@$(PYTHON) -B lib/python/wheel $< $(BUILD)/wheel
$(BUILD)/wheel/lib/$(SONAME): $(LIBALL) lib/loophole.map install.mk
	@mkdir -p $(@D)
	$(call says,LINK,$@)$(LINKLIB) -Wl,-rpath,'$$ORIGIN' $(patsubst -lstdc++,-l:libstdc++.a -lgcc_s,$(LIBNEEDS))
# The archive is one object in which all other names are local, but those that C++ shares between objects.
$(BUILD)/lib/libloophole.a: $(LIBALL) install.mk
	$(call says,LD,$@)$(LD) -r -o $(BUILD)/lib/loophole.whole.o $(LIBALL)
	@nm -g --defined-only $(BUILD)/lib/loophole.whole.o | awk 'NF == 3 && $$3 !~ /^(loophole_|DW\.ref|_Z)/ { print $$3 }' >$(BUILD)/lib/hidden
	@! command -v objcopy >/dev/null || objcopy --localize-symbols=$(BUILD)/lib/hidden $(BUILD)/lib/loophole.whole.o
	@rm -f $@
	@ar qcs $@ $(BUILD)/lib/loophole.whole.o
$(BUILD)/lib/loophole.pc: lib/loophole.pc.in VERSION install.mk FORCE
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCDIR@|$(INCDIR)|; s|@VERSION@|$(VERSION)|; s|@NEEDS@|$(LIBNEEDS)|' $< >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:

# The shell's function lay MODE DIRECTORY FILE... installs files and lists them for uninstall, one a line. A directory that was
# not there is listed with / at its end.
LAY = lay() { mode=$$1 to=$$2 dir=$$2; shift 2; \
    while [ ! -d "$(DESTDIR)$$dir/." ]; do echo "$$dir/"; case $$dir in */*) dir=$${dir%/*} ;; *) dir=. ;; esac; done >>$(BUILD)/installed; \
    $(INSTALL) -d "$(DESTDIR)$$to" && $(INSTALL) -m $$mode "$$@" "$(DESTDIR)$$to/" || exit 1; \
    for file; do echo "$$to/$${file\#\#*/}"; done >>$(BUILD)/installed; }

# Below DOCDIR the pages have the same places as here, so that their links work.
DOCDIR := $(DATADIR)/doc/loophole
DOCS := README.md NEWS.md CONTRIBUTING.md CITATION.cff LICENSE encodings/README.md bench/README.md bench/records.txt tests/README.md tests/tools/README.md tests/regress/README \
        lib/loophole.h $(shell find lib/examples -type f ! -name ".*") $(shell find docs bench/results -type f ! -name '.*')
lying = $(foreach file,$(DOCS),$(if $(filter $(1),$(dir $(file))),$(file)))

install: all lib share ## install under PREFIX (/usr/local), in DESTDIR
	@[ -z "$(DESTDIR)" ] || mkdir -p $(DESTDIR)
	@grep -s '/$$' $(DESTDIR)$(DATADIR)/loophole/installed >$(BUILD)/installed || true
	@$(LAY); lay 755 $(BINDIR) $(BUILD)/loophole; \
	lay 644 $(LIBDIR) $(BUILD)/lib/libloophole.a $(BUILD)/lib/$(SONAME)
	@ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libloophole.so && echo $(LIBDIR)/libloophole.so >>$(BUILD)/installed
	@$(LAY); lay 644 $(LIBDIR)/pkgconfig $(BUILD)/lib/loophole.pc; \
	lay 644 $(INCDIR) lib/loophole.h; \
	lay 644 $(DATADIR)/loophole/suites $(wildcard bench/suites/*); \
	lay 644 $(LIBEXECDIR)/loophole/program $(wildcard bench/program/*.*); \
	$(foreach dir,$(sort $(dir $(DOCS))),lay 644 $(DOCDIR)$(patsubst %/,/%,$(filter-out ./,$(dir))) $(call lying,$(dir));) \
	lay 644 $(PYDIR)/loophole $(wildcard lib/python/loophole/*.py lib/python/loophole/py.typed); \
	lay 644 $(DATADIR)/man/man1 $(BUILD)/share/man1/*; \
	lay 644 $(DATADIR)/man/man3 $(BUILD)/share/man3/*; \
	lay 644 $(DATADIR)/bash-completion/completions $(BUILD)/share/bash/loophole; \
	lay 644 $(DATADIR)/zsh/site-functions $(BUILD)/share/zsh/_loophole; \
	lay 644 $(DATADIR)/fish/vendor_completions.d $(BUILD)/share/fish/loophole.fish
	@echo $(DATADIR)/loophole/installed >>$(BUILD)/installed && $(INSTALL) -m 644 $(BUILD)/installed $(DESTDIR)$(DATADIR)/loophole/
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig 2>/dev/null || true
	@echo "Installed $$(grep -vc '/$$' $(BUILD)/installed) files under $(DESTDIR)$(PREFIX)."
	@[ -n "$(DESTDIR)" ] || lib/exports $(abspath $(BINDIR)) $(abspath $(DATADIR)) $(abspath $(LIBDIR)) $(abspath $(PYDIR)) $(PYTHON)

uninstall: ## remove what install installed, with the same PREFIX and DESTDIR
	@list=$(DESTDIR)$(DATADIR)/loophole/installed; \
	[ -r $$list ] || { echo "Nothing of Loophole is installed under $(DESTDIR)$(PREFIX)." >&2; exit 1; }; \
	files=$$(grep -v '/$$' $$list) && dirs=$$(grep '/$$' $$list | sort -ru); \
	for file in $$files; do echo "$(DESTDIR)$$file"; done | xargs rm -f; \
	for dir in $$dirs; do echo "$(DESTDIR)$$dir"; done | xargs rmdir --ignore-fail-on-non-empty 2>/dev/null; \
	echo "Removed $$(echo "$$files" | wc -w) files."
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig 2>/dev/null || true

# The program makes the man pages and completions from its option tables.
share: $(BUILD)/share/done
.PHONY: share
$(BUILD)/share/done: $(BUILD)/loophole lib/loophole.h lib/man3
	$(call says,GEN,$(BUILD)/share)rm -rf $(BUILD)/share && mkdir -p $(BUILD)/share/man1 $(BUILD)/share/man3 $(BUILD)/share/bash $(BUILD)/share/zsh $(BUILD)/share/fish
	@for page in $$($(BUILD)/loophole help --manual list); do \
	    $(BUILD)/loophole help --manual $$page >$(BUILD)/share/man1/$$page.1 || exit 1; done
	@$(BUILD)/loophole help --completion bash >$(BUILD)/share/bash/loophole
	@$(BUILD)/loophole help --completion zsh >$(BUILD)/share/zsh/_loophole
	@$(BUILD)/loophole help --completion fish >$(BUILD)/share/fish/loophole.fish
	@lib/man3 lib/loophole.h $(VERSION) >$(BUILD)/share/man3/loophole.3
	@touch $@

NAME := loophole-$(VERSION)
dist: ## an archive of what is committed, $(BUILD)/loophole-VERSION.tar.gz
	@[ -z "$$(git status --porcelain)" ] || { echo "There are changes that are not committed; commit or stash them first." >&2; exit 1; }
	@mkdir -p $(BUILD)
	@git archive --format=tar --prefix=$(NAME)/ HEAD | gzip -9n >$(BUILD)/$(NAME).tar.gz
	@echo "$(BUILD)/$(NAME).tar.gz"

deb: ## Debian packages, from what is committed, into $(BUILD)/deb
	@tests/tools/deps debhelper dpkg-dev
	@$(MAKE) --no-print-directory dist
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	@tar -xzf $(BUILD)/$(NAME).tar.gz -C $(BUILD)/deb
	@cp $(BUILD)/$(NAME).tar.gz $(BUILD)/deb/loophole_$(VERSION).orig.tar.gz
	@cd $(BUILD)/deb/$(NAME) && env -u CC -u CXX -u CPPFLAGS -u LDFLAGS -u CADICAL_LIBS -u PICOSAT_LIBS -u JANSSON_LIBS -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -us -uc -b
	@ls $(BUILD)/deb/*.deb

-include $(LIBOBJ:.o=.d)
