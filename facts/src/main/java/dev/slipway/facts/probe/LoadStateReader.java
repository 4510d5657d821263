package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.LsmodParser;
import dev.slipway.facts.kernel.ModuleFile;
import dev.slipway.facts.kernel.ModuleParser;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LoadState.Loaded;
import dev.slipway.model.facts.Reading;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads what is loaded of the driver, and what a load would take. */
record LoadStateReader(Answers answers) {
    private static final Pattern FILE = Pattern.compile("/[\\w./+-]+/nvidia\\.ko(?:\\.\\w+)?");

    LoadState state() {
        Reading<ModuleFile> file = answers.parsed("modinfo", VersionReader::onDisk);
        return new LoadState(
                answers.parsed("modules", LoadStateReader::loaded),
                answers.read("module-files", LoadStateReader::files),
                of(
                        file,
                        found -> found.vermagic().isEmpty()
                                ? Reading.unknown("modinfo: names no vermagic")
                                : Reading.of(found.vermagic())),
                of(file, found -> Reading.of(found.signer())),
                of(file, found -> Reading.of(found.flavour().orElse(""))),
                answers.read("initramfs", Initramfs::parse).map(driver -> driver.equals(Initramfs.NONE) ? "" : driver),
                answers.read("load-log", LoadTroubles::parse));
    }

    static Reading<List<Loaded>> loaded(Output output) {
        return new LsmodParser().parse(output).whole();
    }

    /** Returns the names of all loaded modules. */
    static Reading<List<String>> names(Output output) {
        return loaded(output).map(modules -> modules.stream().map(Loaded::name).toList());
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

    /**
     * Returns a part of the module file; a module that modprobe does not find has none, which is known, and no error.
     */
    private Reading<String> of(Reading<ModuleFile> file, Function<ModuleFile, Reading<String>> part) {
        Reading<ModuleFile> refused = answers.any("modinfo").value().stream()
                .filter(said -> !said.ok())
                .map(said -> ModuleParser.modinfo(said.output()).whole())
                .findFirst()
                .orElseGet(() -> Reading.unknown(""));
        return refused.map(ModuleFile.NONE::equals).or(false)
                ? Reading.of("")
                : file.value().map(part).orElseGet(() -> Reading.unknown(file.error()));
    }
}
