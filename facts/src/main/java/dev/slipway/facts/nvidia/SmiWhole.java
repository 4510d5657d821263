package dev.slipway.facts.nvidia;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks whether a report of GPUs is complete: each GPU has the health sections of its release, each of them has its
 * parts, and GPUs of one kind have the same. Places are those of {@code nvidia-smi -q}.
 */
final class SmiWhole {
    /** Lists what a section has in every release that prints it. */
    private static final Map<String, List<String>> PARTS = new TreeMap<>(Map.ofEntries(
            section("Retired Pages", "Single Bit ECC", "Double Bit ECC", "Pending Page Blacklist"),
            section(
                    "Remapped Rows",
                    "Correctable Error",
                    "Uncorrectable Error",
                    "Pending",
                    "Remapping Failure Occurred"),
            section("GPU Reset Status", "Reset Required"),
            section("Clocks Event Reasons", "HW Slowdown", "HW Thermal Slowdown"),
            section("Fabric", "State", "Status")));

    /** Lists values that come together: if one is present, the other is too. */
    private static final List<List<String>> TWINS = List.of(
            List.of("ECC Errors/Volatile/SRAM Uncorrectable", "ECC Errors/Aggregate/SRAM Uncorrectable"),
            List.of("ECC Errors/Volatile/SRAM Uncorrectable Parity", "ECC Errors/Aggregate/SRAM Uncorrectable Parity"),
            List.of("ECC Errors/Volatile/SRAM Uncorrectable Parity", "ECC Errors/Volatile/SRAM Uncorrectable SEC-DED"),
            List.of(
                    "ECC Errors/Volatile/SRAM Uncorrectable SEC-DED",
                    "ECC Errors/Aggregate/SRAM Uncorrectable SEC-DED"),
            List.of("ECC Errors/Volatile/DRAM Uncorrectable", "ECC Errors/Aggregate/DRAM Uncorrectable"),
            List.of("ECC Errors/Volatile/Double Bit/Total", "ECC Errors/Aggregate/Double Bit/Total"),
            List.of("ECC Errors/Aggregate/SRAM Uncorrectable Parity", "ECC Errors/Aggregate/SRAM Threshold Exceeded"),
            List.of("ECC Errors/Channel Repair Pending", "ECC Errors/TPC Repair Pending"));

    private static final List<String> VOLATILE = List.of(
            "ECC Errors/Volatile/SRAM Uncorrectable",
            "ECC Errors/Volatile/SRAM Uncorrectable Parity",
            "ECC Errors/Volatile/Double Bit/Total");

    /** Holds the section of each place that says something about health. */
    private static final Map<String, String> HEALTH =
            HealthItem.ALL.stream().collect(Collectors.toUnmodifiableMap(HealthItem::path, HealthItem::section));

    private final int release;
    private final List<Map<String, String>> gpus;

    /** Holds one GPU of each kind: those of a product that report the same places are complete together. */
    private final Collection<Map<String, String>> kinds;

    /** Holds what the GPUs of a product report about their health, together. */
    private final Map<String, Set<String>> reported = new HashMap<>();

    /** Takes the major number of the driver's version, 0 if it is not known, and the values of each GPU. */
    SmiWhole(int release, List<Map<String, String>> gpus) {
        this.release = release;
        this.gpus = gpus;
        Map<Map.Entry<String, Set<String>>, Map<String, String>> firsts = new LinkedHashMap<>();
        gpus.forEach(gpu -> firsts.putIfAbsent(Map.entry(product(gpu), gpu.keySet()), gpu));
        this.kinds = firsts.values();
        kinds.forEach(gpu -> reported.computeIfAbsent(product(gpu), product -> new LinkedHashSet<>())
                .addAll(gpu.keySet().stream().filter(HEALTH::containsKey).toList()));
    }

    private static Map.Entry<String, List<String>> section(String name, String... parts) {
        return Map.entry(name, Stream.of(parts).map(part -> name + "/" + part).toList());
    }

    /** Returns the major number of a driver's version. */
    static int release(String version) {
        String major = version.split("\\.", 2)[0];
        return major.matches("[0-9]{1,4}") ? Integer.parseInt(major) : 0;
    }

    /** Returns what is missing although it must be present: the output is cut or damaged. */
    Optional<String> damage() {
        for (Map<String, String> gpu : kinds) {
            List<String> missing = new ArrayList<>();
            PARTS.forEach((section, parts) -> {
                if (under(gpu, section)) {
                    missing.addAll(parts);
                }
            });
            TWINS.stream()
                    .filter(twins -> gpu.containsKey(twins.getFirst()) || gpu.containsKey(twins.getLast()))
                    .forEach(missing::addAll);
            if (under(gpu, "ECC Errors/Volatile") && VOLATILE.stream().noneMatch(gpu::containsKey)) {
                missing.add(VOLATILE.getFirst());
            }
            othersHave(gpu).forEach(missing::add);
            Optional<String> first =
                    missing.stream().filter(path -> !gpu.containsKey(path)).findFirst();
            if (first.isPresent()) {
                return Optional.of(gpu.getOrDefault("Address", "a GPU") + " has no " + first.get());
            }
        }
        return Optional.empty();
    }

    /** Returns what the GPUs of the same product report about their health, in sections that this GPU lacks. */
    private Stream<String> othersHave(Map<String, String> gpu) {
        return reported.getOrDefault(product(gpu), Set.of()).stream()
                .filter(path -> !gpu.containsKey(HEALTH.get(path)));
    }

    private static String product(Map<String, String> gpu) {
        return gpu.getOrDefault("Product Name", "");
    }

    private static boolean under(Map<String, String> gpu, String section) {
        String place = section + "/";
        for (String path : gpu.keySet()) {
            if (path.startsWith(place)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether each GPU has all health sections that a full report of this release holds. */
    boolean hasAllSections() {
        Set<String> wanted = new TreeSet<>(Set.of("ECC Errors", "Retired Pages", "Clocks Event Reasons"));
        if (release >= 450) {
            wanted.add("Remapped Rows");
        }
        if (release >= 535) {
            wanted.add("Fabric");
            wanted.add(release >= 565 ? "GPU Recovery Action" : "GPU Reset Status");
        }
        if (release >= 590) {
            wanted.add("Fabric/Health/Summary");
        }
        return kinds.stream()
                .allMatch(gpu -> (release < 590 || tellsOfRepairs(gpu))
                        && wanted.stream().allMatch(section -> has(gpu, section)));
    }

    /**
     * Returns whether the GPU reports repairs: since 590 GPUs that count errors of SRAM by their kind do; others, such
     * as Turing, do not.
     */
    private static boolean tellsOfRepairs(Map<String, String> gpu) {
        return !gpu.containsKey("ECC Errors/Volatile/SRAM Uncorrectable Parity")
                || (gpu.containsKey("ECC Errors/Channel Repair Pending")
                        && gpu.containsKey("ECC Errors/Unrepairable Memory"));
    }

    private static boolean has(Map<String, String> gpu, String section) {
        return gpu.containsKey(section) || gpu.containsKey(section.split("/", 2)[0]) || under(gpu, section);
    }

    /** Returns whether all GPUs have the same values, except processes and MIG devices; false for a single one. */
    boolean allSame() {
        return gpus.size() > 1 && gpus.stream().map(SmiWhole::fixed).distinct().count() == 1;
    }

    private static Set<String> fixed(Map<String, String> gpu) {
        return gpu.keySet().stream()
                .filter(path -> !path.startsWith("Processes") && !path.startsWith("MIG Device"))
                .collect(Collectors.toUnmodifiableSet());
    }
}
