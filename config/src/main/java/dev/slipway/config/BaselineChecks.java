package dev.slipway.config;

import static dev.slipway.model.Baseline.GateProfile.KNOWN_SERVICES;

import dev.slipway.model.Field;
import dev.slipway.model.TestTimeouts;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Checks what must hold inside a baseline and between baselines. */
final class BaselineChecks {
    private static final Set<String> BRANCH_ONLY = Set.of("latest", "any", "*");

    private static final Duration SHORTEST_TEST = Duration.ofMinutes(1);

    private static final int LONGEST_LINE = 400;
    private static final Pattern DRIVER = Pattern.compile("NVRM|nvidia|nv_peer_mem|gdrdrv");

    private static final Map<Field, List<String>> WORDS = new TreeMap<>(Map.of(
            Field.IOMMU, List.of("off", "passthrough", "translated"),
            Field.ACS, List.of("on", "off"),
            Field.SECURE_BOOT, List.of("enabled", "disabled"),
            Field.PEERMEM, List.of("nvidia_peermem", "nv_peer_mem")));

    private final List<ConfigLoader.Bound<BaselineConfig>> baselines;
    private final Map<String, BaselineConfig> byId = new HashMap<>();

    BaselineChecks(List<ConfigLoader.Bound<BaselineConfig>> baselines) {
        this.baselines = baselines;
        baselines.forEach(b -> byId.put(b.value().id(), b.value()));
    }

    void run() {
        for (ConfigLoader.Bound<BaselineConfig> bound : baselines) {
            pins(bound);
            words(bound);
            driver(bound);
            packages(bound);
            gates(bound);
            services(bound);
            previous(bound);
        }
    }

    private static void pins(ConfigLoader.Bound<BaselineConfig> bound) {
        BaselineConfig baseline = bound.value();
        for (Field field : Field.values()) {
            boolean derived = field.pin() != field;
            String value = baseline.pins().getOrDefault(field, "");
            if (derived && !value.isEmpty()) {
                bound.blame(
                        baseline.pins(), field.key(), "`" + field.key() + "` follows `driverVersion`.", "Remove it.");
            } else if (field.required() && !derived && value.isEmpty() && !waived(baseline, field)) {
                bound.blame(
                        baseline,
                        "pins",
                        "`" + field.key() + "` is neither pinned nor waived.",
                        "Pin its exact value, write `n/a` where it does not apply, or add a waiver for it.");
            } else if (BRANCH_ONLY.contains(value)) {
                bound.blame(
                        baseline,
                        "pins",
                        "`" + field.key() + ": " + value + "` is not a version.",
                        "Pin an exact one.");
            }
        }
    }

    private static void words(ConfigLoader.Bound<BaselineConfig> bound) {
        Map<Field, String> pins = bound.value().pins();
        WORDS.forEach((field, words) -> {
            String value = pins.getOrDefault(field, BaselineConfig.NOT_APPLICABLE);
            if (!words.contains(value) && !value.equals(BaselineConfig.NOT_APPLICABLE)) {
                bound.blame(
                        pins,
                        field.key(),
                        "`" + field.key() + ": " + value + "` is not a value that a node reports.",
                        "Write one of " + String.join(", ", words) + ", or n/a.");
            }
        });
        String driver = pins.getOrDefault(Field.DRIVER_VERSION, "");
        String branch = pins.getOrDefault(Field.DRIVER_BRANCH, BaselineConfig.NOT_APPLICABLE);
        if (!branch.equals(BaselineConfig.NOT_APPLICABLE) && !driver.startsWith(branch + ".")) {
            bound.blame(
                    pins,
                    Field.DRIVER_BRANCH.key(),
                    "The driver " + driver + " is not of branch " + branch + ".",
                    "Correct one of them.");
        }
    }

    private static boolean waived(BaselineConfig baseline, Field field) {
        return baseline.waivers().stream()
                .anyMatch(w -> w.field() == field && w.node().equals("*"));
    }

    private static void driver(ConfigLoader.Bound<BaselineConfig> bound) {
        Map<Field, String> pins = bound.value().pins();
        String driver = pins.getOrDefault(Field.DRIVER_VERSION, BaselineConfig.NOT_APPLICABLE);
        if (driver.equals(BaselineConfig.NOT_APPLICABLE) || !driver.matches("\\d+\\.\\d+(\\.\\d+)?")) {
            bound.blame(
                    pins,
                    "driverVersion",
                    "`driverVersion` must be an exact version.",
                    "Write all its parts, for example 570.133.20.");
        }
        for (Field follower : List.of(Field.GSP_FIRMWARE, Field.FABRIC_MANAGER, Field.NSCQ, Field.IMEX)) {
            String value = pins.getOrDefault(follower, BaselineConfig.NOT_APPLICABLE);
            if (!value.equals(BaselineConfig.NOT_APPLICABLE) && !value.equals(driver)) {
                bound.blame(
                        pins,
                        follower.key(),
                        "`" + follower.key() + "` is " + value + " and the driver " + driver + "; they must be equal.",
                        "Correct one of them, or write `n/a`.");
            }
        }
    }

    private static void packages(ConfigLoader.Bound<BaselineConfig> bound) {
        BaselineConfig baseline = bound.value();
        for (String hold : baseline.holds()) {
            if (!baseline.packages().containsKey(hold)) {
                bound.blame(
                        baseline,
                        "holds",
                        "`" + hold + "` is held and not among the packages.",
                        Nearest.next(hold, baseline.packages().keySet()));
            }
        }
    }

    private static void gates(ConfigLoader.Bound<BaselineConfig> bound) {
        BaselineConfig.Gates gates = bound.value().gates();
        if (gates.diagLevel() < 1 || gates.diagLevel() > 3) {
            bound.blame(gates, "diagLevel", "`diagLevel` is 1, 2 or 3.", "Choose one; 3 takes longest.");
        }
        if (!gates.pairTransport().matches("[A-Z0-9]+(/[A-Za-z][A-Za-z ]*){1,2}")) {
            bound.blame(
                    gates,
                    "pairTransport",
                    "`pairTransport: " + gates.pairTransport() + "` is not a transport that NCCL names.",
                    "Write it as NCCL_DEBUG=INFO prints it, for example NET/IB/GDRDMA, NET/IB or NET/Socket.");
        }
        for (String line : gates.knownLines()) {
            if (line.length() > LONGEST_LINE || !DRIVER.matcher(line).find()) {
                bound.blame(
                        gates,
                        "knownLines",
                        "This is not a line of the driver: " + line,
                        "Write it as the kernel's log has it, from NVRM: or nvidia on.");
            }
        }
        timeouts(bound, gates.timeouts());
        if (bound.value().profile().expectedGpus() < 1) {
            bound.blame(bound.value().profile(), "expectedGpus", "A node has at least one GPU.", "Correct the number.");
        }
    }

    private static void services(ConfigLoader.Bound<BaselineConfig> bound) {
        BaselineConfig.Gates gates = bound.value().gates();
        for (String service : gates.services()) {
            if (!KNOWN_SERVICES.contains(service)) {
                bound.blame(
                        gates,
                        "services",
                        "`gates.services`: Slipway does not read the state of `" + service + "` and cannot require it.",
                        Nearest.next(service, KNOWN_SERVICES));
            }
        }
    }

    private static void timeouts(ConfigLoader.Bound<BaselineConfig> bound, BaselineConfig.Timeouts timeouts) {
        Map<String, Duration> longest = new TreeMap<>(Map.of(
                "diag1", timeouts.diag1(),
                "diag2", timeouts.diag2(),
                "diag3", timeouts.diag3(),
                "diag4", timeouts.diag4(),
                "nccl", timeouts.nccl(),
                "ncclPair", timeouts.ncclPair()));
        longest.forEach((key, timeout) -> {
            Duration most = key.equals("ncclPair") ? TestTimeouts.LONGEST_PAIR : TestTimeouts.LONGEST;
            if (timeout.compareTo(SHORTEST_TEST) < 0 || timeout.compareTo(most) > 0) {
                bound.blame(
                        timeouts,
                        key,
                        "`" + key + "` is not between 1m and " + Scalars.duration(most) + ".",
                        "Write several times what the test takes on a healthy node.");
            }
        });
    }

    private void previous(ConfigLoader.Bound<BaselineConfig> bound) {
        BaselineConfig baseline = bound.value();
        if (baseline.previous().isEmpty()) {
            return;
        }
        String id = baseline.previous().get();
        BaselineConfig before = byId.get(id);
        if (before == null) {
            bound.blame(baseline, "previous", "There is no baseline `" + id + "`.", Nearest.next(id, byId.keySet()));
        } else if (circular(baseline)) {
            bound.blame(baseline, "previous", "`previous` leads back to this baseline.", "Name an older one.");
        } else if (!before.profile().sku().equals(baseline.profile().sku())) {
            bound.blame(
                    baseline,
                    "previous",
                    "`" + id + "` is for " + before.profile().sku() + ", not for "
                            + baseline.profile().sku() + ".",
                    "Name one of the same hardware.");
        }
    }

    private boolean circular(BaselineConfig start) {
        Set<String> seen = new HashSet<>();
        BaselineConfig at = start;
        while (at != null && at.previous().isPresent()) {
            if (!seen.add(at.id())) {
                return true;
            }
            at = byId.get(at.previous().get());
        }
        return false;
    }
}
