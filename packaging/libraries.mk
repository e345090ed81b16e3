# Debian's sources of CaDiCaL, PicoSAT and Jansson (packaging/web-sources), compiled with CC and CXX into LIBOBJ, for what cannot use this
# machine's libraries. They stay in CACHE; objects that were compiled with other flags are in another directory.
SOURCES := $(CACHE)/src
LIBDIR  := $(CACHE)/obj$(subst $() $(),,$(TARGET)$(OPT)$(EH))

LIBSRC := $(filter-out %/cadical.cpp %/mobical.cpp,$(wildcard $(SOURCES)/cadical/src/*.cpp)) $(wildcard $(SOURCES)/jansson/src/*.c) \
          $(SOURCES)/picosat/picosat.c $(SOURCES)/picosat/version.c
LIBOBJ := $(patsubst $(SOURCES)/%,$(LIBDIR)/%.o,$(LIBSRC))

$(LIBDIR)/cadical/%.cpp.o: $(SOURCES)/cadical/%.cpp
	@mkdir -p $(@D)
	$(SAY) CXX $<
	$(Q)$(CXX) $(OPT) $(EH) -DNDEBUG -DNBUILD -DNUNLOCKED -DDATE='""' -DVERSION='"$(shell cat $(SOURCES)/cadical/VERSION)"' -c -o $@ $<
$(LIBDIR)/picosat/%.c.o: $(SOURCES)/picosat/%.c $(CACHE)/include/config.h
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(OPT) -DNDEBUG -I$(CACHE)/include -c -o $@ $<
$(LIBDIR)/jansson/%.c.o: $(SOURCES)/jansson/%.c $(CACHE)/include/jansson_config.h
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(OPT) -DHAVE_CONFIG_H -I$(CACHE)/include -I$(SOURCES)/jansson/src -c -o $@ $<

$(CACHE)/include/config.h: $(SOURCES)/picosat/VERSION
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)printf '#define PICOSAT_VERSION "%s"\n#define PICOSAT_CC "cc"\n#define PICOSAT_CFLAGS ""\n' "$$(cat $<)" >$@
$(CACHE)/include/jansson_config.h: $(SOURCES)/jansson/src/jansson_config.h.in
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)sed 's/@json_inline@/inline/; s/@[a-z_]*@/1/' $< >$@
	@echo '#define HAVE_STDINT_H 1' >$(@D)/jansson_private_config.h

# The headers as Debian's packages lay them out.
$(CACHE)/include/ccadical.h: $(SOURCES)/complete
	@mkdir -p $(CACHE)/include/picosat
	@cp $(SOURCES)/cadical/src/ccadical.h $(SOURCES)/cadical/src/cadical.hpp $(CACHE)/include/
	@cp $(SOURCES)/picosat/picosat.h $(CACHE)/include/picosat/
	@touch $@

