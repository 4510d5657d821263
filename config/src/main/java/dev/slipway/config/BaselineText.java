package dev.slipway.config;

import dev.slipway.model.TestTimeouts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Writes a baseline as the text of its file, which {@link Config#load} reads back as the same baseline. */
public final class BaselineText {
    private BaselineText() {}

    /** Returns the whole file. */
    public static String of(BaselineConfig baseline) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("id", baseline.id());
        baseline.previous().ifPresent(previous -> file.put("previous", previous));
        file.put("approvedBy", baseline.approvedBy());
        file.put("adoptedAt", baseline.adoptedAt().toString());
        file.put("profile", profile(baseline.profile()));
        Map<String, Object> pins = new LinkedHashMap<>();
        baseline.pins().forEach((field, value) -> pins.put(field.key(), value));
        file.put("pins", pins);
        file.put("packages", baseline.packages());
        file.put("holds", baseline.holds());
        baseline.runtime().ifPresent(runtime -> file.put("runtime", runtime(runtime)));
        file.put("gates", gates(baseline.gates()));
        file.put(
                "waivers", baseline.waivers().stream().map(BaselineText::waiver).toList());
        return yaml(DumperOptions.FlowStyle.BLOCK).dump(file);
    }

    private static Map<String, Object> profile(BaselineConfig.Profile profile) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("sku", profile.sku());
        keys.put("expectedGpus", profile.expectedGpus());
        keys.put("gpuModel", profile.gpuModel());
        keys.put("nvswitch", Scalars.word(profile.nvswitch()));
        keys.put("nvlinksPerGpu", profile.nvlinksPerGpu());
        keys.put("migAllowed", profile.migAllowed());
        return keys;
    }

    private static Map<String, Object> runtime(BaselineConfig.Settings runtime) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("persistence", runtime.persistence());
        keys.put("computeMode", runtime.computeMode());
        keys.put("powerLimit", runtime.powerLimit().toString());
        keys.put("clocks", runtime.clocks());
        keys.put("eccMode", runtime.eccMode());
        keys.put("migMode", runtime.migMode());
        return keys;
    }

    private static Map<String, Object> gates(BaselineConfig.Gates gates) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("minBusBandwidth", gates.minBusBandwidth().toString());
        keys.put("allowedSkips", gates.allowedSkips());
        keys.put("services", gates.services());
        keys.put("diagLevel", gates.diagLevel());
        keys.put("pairRequired", gates.pairRequired());
        gates.minPairBusBandwidth().ifPresent(floor -> keys.put("minPairBusBandwidth", floor.toString()));
        keys.put("pairTransport", gates.pairTransport());
        gates.h2dFloor().ifPresent(floor -> keys.put("h2dFloor", floor.toString()));
        gates.d2hFloor().ifPresent(floor -> keys.put("d2hFloor", floor.toString()));
        gates.dcgmRelease().ifPresent(release -> keys.put("dcgmRelease", release));
        if (!gates.timeouts().model().equals(TestTimeouts.NORMAL)) {
            keys.put("timeouts", timeouts(gates.timeouts()));
        }
        if (!gates.knownLines().isEmpty()) {
            keys.put("knownLines", gates.knownLines());
        }
        return keys;
    }

    private static Map<String, Object> timeouts(BaselineConfig.Timeouts timeouts) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("diag1", Scalars.duration(timeouts.diag1()));
        keys.put("diag2", Scalars.duration(timeouts.diag2()));
        keys.put("diag3", Scalars.duration(timeouts.diag3()));
        keys.put("diag4", Scalars.duration(timeouts.diag4()));
        keys.put("nccl", Scalars.duration(timeouts.nccl()));
        keys.put("ncclPair", Scalars.duration(timeouts.ncclPair()));
        return keys;
    }

    /** Returns a waiver as one entry of a baseline's list of them, on one line. */
    public static String line(BaselineConfig.Waiver waiver) {
        return "- " + yaml(DumperOptions.FlowStyle.FLOW).dump(waiver(waiver)).strip();
    }

    /** Equal lists are written as often as they are there: who edits one must not change another. */
    private static Yaml yaml(DumperOptions.FlowStyle style) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(style);
        options.setDereferenceAliases(true);
        options.setWidth(Integer.MAX_VALUE);
        return new Yaml(options);
    }

    private static Map<String, Object> waiver(BaselineConfig.Waiver waiver) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("field", waiver.field().key());
        keys.put("node", waiver.node());
        keys.put("values", waiver.values());
        keys.put("reason", waiver.reason());
        waiver.by().ifPresent(who -> keys.put("by", who));
        keys.put("expires", waiver.expires().toString());
        return keys;
    }
}
