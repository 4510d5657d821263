package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.ModuleParser;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.DriverFiles;
import dev.slipway.model.facts.DriverFiles.Firmware;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the files of the driver beside the module that loads: stray copies, firmware, and who turns that off. */
record DriverFilesReader(Answers answers) {
    private static final Pattern OWNED =
            Pattern.compile("(/[\\w./+-]+/nvidia\\.ko(?:\\.\\w+)?)\\t([A-Za-z0-9][\\w.+-]*)?");
    private static final Pattern FOUND = Pattern.compile("([a-zA-Z]) (\\d{1,15}) ([0-9][^/\\s]*)(?:/(\\S+))?");
    private static final Pattern VERSION = Pattern.compile("[0-9]{2,4}(?:\\.[0-9]+){1,3}");
    private static final Pattern ASKED = Pattern.compile("nvidia/(\\S+/gsp_\\S+\\.bin)");
    private static final Pattern SETTING = Pattern.compile("(/[^:]+):.*NVreg_EnableGpuFirmware=(?:\"?)(\\w+).*");

    DriverFiles files() {
        return new DriverFiles(
                answers.read("module-owners", DriverFilesReader::owners),
                answers.read("firmware", DriverFilesReader::firmware),
                answers.parsed("modinfo", DriverFilesReader::asked),
                answers.read("gsp-setting", DriverFilesReader::settings),
                answers.read("cdi", CdiLines::parse));
    }

    static Reading<Map<String, String>> owners(String text) {
        Map<String, String> owners = new TreeMap<>();
        for (String line : Text.lines(text)) {
            Matcher owned = OWNED.matcher(line);
            if (owned.matches()) {
                owners.put(owned.group(1), Optional.ofNullable(owned.group(2)).orElse(""));
            } else if (!line.isBlank()) {
                return Reading.unknown("not a module and its package: " + Text.shorten(line, 120));
            }
        }
        return Reading.of(owners);
    }

    /**
     * Returns the directories of firmware; those without a driver version in their name belong to another driver. Only
     * a plain file counts as content.
     */
    static Reading<List<Firmware>> firmware(String text) {
        Map<String, Map<String, Long>> found = new TreeMap<>();
        for (String line : Text.lines(text)) {
            Matcher row = FOUND.matcher(line);
            if (!row.matches()) {
                return Reading.unknown("not a file of firmware: " + Text.shorten(line, 120));
            }
            if (!VERSION.matcher(row.group(3)).matches()) {
                continue;
            }
            Map<String, Long> files = found.computeIfAbsent(row.group(3), version -> new TreeMap<>());
            Optional.ofNullable(row.group(4))
                    .ifPresent(name -> files.put(name, row.group(1).equals("f") ? Long.parseLong(row.group(2)) : 0L));
        }
        List<Firmware> directories = new ArrayList<>();
        found.forEach((version, files) -> directories.add(new Firmware(version, Map.copyOf(files))));
        return Reading.of(List.copyOf(directories));
    }

    /** Returns the firmware files that the module loads; one without its own firmware file has none. */
    static Reading<List<String>> asked(Output output) {
        return ModuleParser.modinfo(output)
                .value()
                .map(module -> module.firmware().stream()
                        .map(ASKED::matcher)
                        .filter(Matcher::matches)
                        .map(row -> row.group(1))
                        .toList());
    }

    static Reading<Map<String, String>> settings(String text) {
        Map<String, String> settings = new TreeMap<>();
        for (String line : Text.lines(text)) {
            Matcher setting = SETTING.matcher(line);
            if (setting.matches()) {
                settings.put(setting.group(1), setting.group(2));
            } else if (!line.isBlank()) {
                return Reading.unknown("not a setting of the driver: " + Text.shorten(line, 120));
            }
        }
        return Reading.of(settings);
    }
}
