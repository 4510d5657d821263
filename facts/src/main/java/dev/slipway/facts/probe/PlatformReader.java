package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.MokutilParser;
import dev.slipway.facts.services.IpmiParser;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.Field;
import dev.slipway.model.facts.Reading;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what boot loader, BIOS and firmware set on the machine, and the modules that the kernel has loaded. */
record PlatformReader(Answers answers) {
    private static final String ABSENT = "n/a";
    private static final Pattern NIC = Pattern.compile("(\\S+) (\\S+) ([0-9]+(?:\\.[0-9]+)+)");
    private static final Pattern BIOS = Pattern.compile("[\\p{Graph}][\\p{Print}]{0,63}");
    /** The pin by the type of an IOMMU group. */
    static final Map<String, String> IOMMU_TYPES = Map.of(
            "none", "off",
            "identity", "passthrough",
            "DMA", "translated",
            "DMA-FQ", "translated",
            "auto", "translated");

    private static final List<String> PEER_MEMORY = List.of("nvidia_peermem", "nv_peer_mem");

    Map<Field, Reading<String>> readings() {
        Map<Field, Reading<String>> readings = new EnumMap<>(Field.class);
        Reading<List<String>> modules = answers.parsed("modules", LoadStateReader::names);
        readings.put(Field.CMDLINE, answers.line("cmdline"));
        readings.put(Field.MODULES, modules.map(names -> String.join(" ", new TreeSet<>(names))));
        readings.put(Field.PEERMEM, modules.map(PlatformReader::peerMemory));
        readings.put(Field.IOMMU, answers.read("iommu", PlatformReader::iommu));
        readings.put(Field.ACS, answers.read("acs", PlatformReader::acs));
        readings.put(Field.SECURE_BOOT, secureBoot());
        readings.put(Field.NIC_FIRMWARE, answers.read("nic-firmware", PlatformReader::nics));
        readings.put(Field.BMC_FIRMWARE, answers.read("bmc", PlatformReader::bmc));
        readings.put(Field.BIOS_PROFILE, answers.read("bios", PlatformReader::bios));
        return readings;
    }

    private static String peerMemory(List<String> modules) {
        return PEER_MEMORY.stream().filter(modules::contains).findFirst().orElse(ABSENT);
    }

    /** Reads one line per GPU: the type of its IOMMU group as the kernel names it, or {@code none}. */
    static Reading<String> iommu(String text) {
        TreeSet<String> kinds = new TreeSet<>();
        for (String line : Text.lines(text)) {
            String kind = IOMMU_TYPES.getOrDefault(line.strip(), "");
            if (kind.isEmpty()) {
                return Reading.unknown("not a type of an IOMMU group: " + Text.shorten(line, 80));
            }
            kinds.add(kind);
        }
        return kinds.isEmpty() ? Reading.unknown("no GPU on the bus") : Reading.of(String.join(" | ", kinds));
    }

    /** Reads the line {@code bridges N redirecting M}. */
    static Reading<String> acs(String text) {
        Matcher counted =
                Pattern.compile("bridges ([0-9]{1,6}) redirecting ([0-9]{1,6})").matcher(text.strip());
        if (!counted.matches()) {
            return Reading.unknown("no count of bridges in: " + Text.shorten(text, 80));
        }
        if (counted.group(1).equals("0")) {
            return Reading.unknown("no PCI bridge shows whether it redirects");
        }
        return Reading.of(counted.group(2).equals("0") ? "off" : "on");
    }

    /**
     * Returns the state of Secure Boot; mokutil also has a failing status when it reports that the machine has none.
     */
    private Reading<String> secureBoot() {
        Reading<String> state = answers.read("secure-boot", PlatformReader::secureBoot);
        Reading<Section> section = answers.any("secure-boot");
        return section.value()
                .filter(failed -> !failed.ok())
                .map(Section::output)
                .map(output -> new MokutilParser().parse(output).value())
                .filter(Reading::known)
                .orElse(state);
    }

    /** Reads the output of {@code mokutil --sb-state}; a machine without EFI has no Secure Boot. */
    static Reading<String> secureBoot(String text) {
        return new MokutilParser().parse(ended(text)).value();
    }

    private static Output ended(String text) {
        return Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.of(0));
    }

    /**
     * Reads one line each: device, board, version. Returns one version if all boards share it, else each board with its
     * own.
     */
    static Reading<String> nics(String text) {
        TreeSet<String> versions = new TreeSet<>();
        TreeSet<String> boards = new TreeSet<>();
        for (String line : Text.lines(text)) {
            Matcher nic = NIC.matcher(line.strip());
            if (!nic.matches()) {
                return Reading.unknown("not a NIC with board and version: " + Text.shorten(line, 80));
            }
            versions.add(nic.group(3));
            boards.add(nic.group(2) + "=" + nic.group(3));
        }
        return Reading.of(versions.isEmpty() ? ABSENT : String.join(" | ", versions.size() == 1 ? versions : boards));
    }

    /** Reads the output of {@code ipmitool mc info}. */
    static Reading<String> bmc(String text) {
        Reading<Optional<String>> version =
                new IpmiParser().parse(ended(text)).value().map(IpmiParser.Bmc::firmware);
        return version.or(Optional.empty())
                .map(Reading::of)
                .orElseGet(() -> Reading.unknown(
                        version.known() ? "no firmware revision in: " + Text.shorten(text, 80) : version.error()));
    }

    /** Returns the version that the BIOS gives itself. */
    static Reading<String> bios(String text) {
        String version = text.strip();
        return BIOS.matcher(version).matches()
                ? Reading.of(version)
                : Reading.unknown("not a version: " + Text.shorten(version, 80));
    }
}
