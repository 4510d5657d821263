package dev.slipway.simulator.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Holds the firmware of the GPU's system processor on disk: one directory for each packaged driver, those without an
 * owner, what is damaged, and who turns the processor off.
 */
public final class Firmware {
    private static final Map<String, Long> WHOLE = Map.of("gsp_ga10x.bin", 29_892_400L, "gsp_tu10x.bin", 74_208_736L);
    private static final Map<String, Long> PART = Map.of("gsp_ga10x.bin", 0L, "gsp_tu10x.bin", 74_208_736L);
    private static final Pattern OTHER_BRANCH = Pattern.compile("nvidia-dkms-[0-9]+-server");

    private final PackageDatabase packages;
    private final TreeSet<String> ownerless = new TreeSet<>();
    private final Map<String, Damage> damaged = new HashMap<>();
    private Optional<String> setting = Optional.empty();

    /** Lists the states of one version's directory. */
    public enum Damage {
        /** It is not there; no GPU starts. */
        GONE,
        /** One of its files is empty; some GPUs do not start. */
        PARTIAL
    }

    Firmware(PackageDatabase packages) {
        this.packages = packages;
    }

    /** Returns the files of each version's directory, with their bytes. */
    public Map<String, Map<String, Long>> directories() {
        TreeSet<String> versions = new TreeSet<>(ownerless);
        String module = packages.family().names().module();
        packages.all().stream()
                .filter(e -> e.name().equals(module)
                        || OTHER_BRANCH.matcher(e.name()).matches())
                .forEach(e -> versions.add(DriverPackages.upstream(e.version())));
        Map<String, Map<String, Long>> directories = new TreeMap<>();
        for (String version : versions) {
            if (damage(version).filter(Damage.GONE::equals).isEmpty()) {
                directories.put(version, damage(version).isPresent() ? PART : WHOLE);
            }
        }
        return directories;
    }

    /** Returns what is wrong with one version's directory. */
    public Optional<Damage> damage(String version) {
        return Optional.ofNullable(damaged.get(version));
    }

    void damage(String version, Damage what) {
        damaged.put(version, what);
    }

    /** A package puts its files in place, whatever was there. */
    public void restore(String version) {
        damaged.remove(version);
    }

    void leave(String version) {
        ownerless.add(version);
    }

    /** Returns the value of {@code NVreg_EnableGpuFirmware} that a file below {@code /etc/modprobe.d} sets. */
    public Optional<String> setting() {
        return setting;
    }

    void set(String value) {
        setting = Optional.of(value);
    }

    /** Returns the slots of a healthy node whose GPUs do not start under this driver. */
    List<Integer> silences(String version) {
        return damage(version)
                .map(what -> what == Damage.GONE ? List.of(0, 1, 2, 3, 4, 5, 6, 7) : List.of(1, 4, 6))
                .orElse(List.of());
    }
}
