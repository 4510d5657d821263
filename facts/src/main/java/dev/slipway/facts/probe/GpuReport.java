package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.SmiErrors;
import dev.slipway.facts.nvidia.SmiGpuHealth;
import dev.slipway.facts.nvidia.SmiText;
import dev.slipway.model.facts.Reading;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Holds one GPU in the report of {@code nvidia-smi -q}, whose keys differ from driver to driver. */
record GpuReport(Map<String, String> keys) {
    /** Lists the names of details, with their place in the report. */
    static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("persistence", "Persistence Mode"),
            Map.entry("eccCurrent", "ECC Mode/Current"),
            Map.entry("eccPending", "ECC Mode/Pending"),
            Map.entry("migPending", "MIG Mode/Pending"),
            Map.entry("gspFirmware", "GSP Firmware Version"),
            Map.entry("pcieGeneration", "PCI/GPU Link Info/PCIe Generation/Current"),
            Map.entry("pcieGenerationMax", "PCI/GPU Link Info/PCIe Generation/Max"),
            Map.entry("pcieWidth", "PCI/GPU Link Info/Link Width/Current"),
            Map.entry("pcieWidthMax", "PCI/GPU Link Info/Link Width/Max"),
            Map.entry("remapCorrectable", "Remapped Rows/Correctable Error"),
            Map.entry("remapUncorrectable", "Remapped Rows/Uncorrectable Error"),
            Map.entry("fabricState", "Fabric/State"),
            Map.entry("fabricStatus", "Fabric/Status"),
            Map.entry("clusterUuid", "Fabric/ClusterUUID"));

    static GpuReport of(SmiQuery report, String bdf) {
        return new GpuReport(report.gpus().stream()
                .filter(gpu -> bdf.equals(gpu.get("Address")))
                .findFirst()
                .orElse(Map.of()));
    }

    /**
     * Returns the value under that key, {@code [N/A]} if the driver prints that for it or for the part around it.
     * Unknown if the driver's report does not have it, or has an error instead.
     */
    Reading<String> part(String key) {
        Optional<String> said = found(key).or(() -> found(around(key)).filter("N/A"::equals));
        if (said.isEmpty()) {
            return Reading.unknown("smi-q: the report of this driver has no " + key);
        }
        String value = SmiText.withoutRemark(said.get(), " [Deprecated").strip();
        if (value.isEmpty() || sick(value)) {
            return Reading.unknown("smi-q: " + key + " is " + (value.isEmpty() ? "empty" : Text.shorten(value, 80)));
        }
        return Reading.of(value.equals("N/A") ? "[N/A]" : value);
    }

    /**
     * Returns the uncorrectable errors of the GPU's SRAM in its life: drivers count them together, or those found by
     * parity separately.
     */
    Reading<String> sramUncorrectable() {
        List<String> counts =
                SmiGpuHealth.SRAM.stream().flatMap(key -> found(key).stream()).toList();
        if (!counts.isEmpty() && counts.stream().allMatch("N/A"::equals)) {
            return Reading.of("[N/A]");
        }
        return !counts.isEmpty() && counts.stream().allMatch(count -> count.matches("[0-9]{1,15}"))
                ? Reading.of(
                        Long.toString(counts.stream().mapToLong(Long::parseLong).sum()))
                : Reading.unknown("smi-q: the report of this driver does not count errors of SRAM");
    }

    /** Returns what this GPU reports against itself; unknown if the report does not hold it. */
    Reading<String> health() {
        return keys.isEmpty() ? Reading.unknown("smi-q: the report does not hold this GPU") : SmiGpuHealth.of(keys);
    }

    private static boolean sick(String value) {
        return SmiErrors.inCell(value).isPresent()
                || value.toLowerCase(Locale.ROOT).contains("has been deprecated");
    }

    /** Finds a key; drivers before 460 write the mode of ECC differently. */
    private Optional<String> found(String key) {
        String value = keys.get(key);
        return Optional.ofNullable(
                value == null && key.contains("ECC ") ? keys.get(key.replace("ECC ", "Ecc ")) : value);
    }

    private static String around(String key) {
        int slash = key.lastIndexOf('/');
        return slash < 0 ? key : key.substring(0, slash);
    }
}
