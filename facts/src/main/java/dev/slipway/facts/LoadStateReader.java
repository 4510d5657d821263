package dev.slipway.facts;

import dev.slipway.model.LoadState;
import dev.slipway.model.LoadState.Loaded;
import dev.slipway.model.Reading;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is loaded of the driver, and what a load would take. */
record LoadStateReader(Answers answers) {
    private static final Pattern ROW = Pattern.compile("(\\w[\\w-]*)\\s+[0-9]+\\s+(-?[0-9]{1,9})(?:\\s+(\\S+))?");
    private static final Pattern FILE = Pattern.compile("/[\\w./+-]+/nvidia\\.ko(?:\\.\\w+)?");
    private static final Pattern VERMAGIC = Pattern.compile("(?m)^vermagic:[ \\t]+(\\S[^\\n]*?)\\s*$");
    private static final Pattern SIGNER = Pattern.compile("(?m)^signer:[ \\t]+(\\S[^\\n]*?)\\s*$");
    private static final Pattern NO_MODULE = Pattern.compile("Module nvidia not found");

    LoadState state() {
        return new LoadState(
                answers.read("modules", LoadStateReader::loaded),
                answers.read("module-files", LoadStateReader::files),
                ofTheFile(text -> Text.first(VERMAGIC, text)
                        .map(Reading::of)
                        .orElseGet(() -> Reading.unknown("modinfo: names no vermagic"))),
                ofTheFile(text -> Reading.of(Text.first(SIGNER, text).orElse(""))),
                ofTheFile(text -> ModuleInfo.onDisk(text).map(ModuleInfo::flavour)),
                answers.read("initramfs", Initramfs::parse).map(driver -> driver.equals(Initramfs.NONE) ? "" : driver),
                answers.read("load-log", LoadTroubles::parse));
    }

    static Reading<List<Loaded>> loaded(String text) {
        Reading<List<String>> names = LoadedModules.parse(text);
        return names.map(known -> Text.lines(text).stream()
                .map(String::stripTrailing)
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(LoadStateReader::row)
                .toList());
    }

    private static Loaded row(Matcher row) {
        String users = row.group(3) == null ? "" : row.group(3);
        List<String> by = Arrays.stream(users.split(","))
                .filter(name -> !name.isEmpty() && !name.startsWith("["))
                .toList();
        return new Loaded(row.group(1), Integer.parseInt(row.group(2)), by);
    }

    static Reading<List<String>> files(String text) {
        List<String> lines = Text.lines(text).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        return lines.stream()
                .filter(line -> !FILE.matcher(line).matches())
                .findFirst()
                .map(odd -> Reading.<List<String>>unknown("not the path of a module: " + Text.shorten(odd, 120)))
                .orElseGet(() -> Reading.of(lines));
    }

    /** Of a module that modprobe does not find nothing is said; that is known, and not an error. */
    private Reading<String> ofTheFile(java.util.function.Function<String, Reading<String>> part) {
        Reading<Section> modinfo = answers.any("modinfo");
        boolean none = modinfo.value()
                .filter(said -> !said.ok() && NO_MODULE.matcher(said.text()).find())
                .isPresent();
        return none ? Reading.of("") : answers.read("modinfo", part);
    }
}
