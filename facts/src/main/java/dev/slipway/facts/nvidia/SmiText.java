package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.tool.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses {@code nvidia-smi -q}, completely or one part of it ({@code -d}), of every driver since 418. A full report
 * ends with what runs on the last GPU, and since 555 with what the GPU can do; a part shows its end only by its other
 * GPUs.
 */
public final class SmiText {
    private static final Map<String, String> KEYS = new LinkedHashMap<>();

    static {
        KEYS.put("Product Name", "productName");
        KEYS.put("GPU UUID", "uuid");
        KEYS.put("Serial Number", "serial");
        KEYS.put("VBIOS Version", "vbios");
        KEYS.put("GSP Firmware Version", "gspFirmware");
        KEYS.put("Inforom Version/Image Version", "inforom");
        KEYS.put("InfoROM Version/Image Version", "inforom");
        KEYS.put("Persistence Mode", "persistence");
        KEYS.put("Compute Mode", "computeMode");
        KEYS.put("MIG Mode/Current", "migMode");
        KEYS.put("MIG Mode/Pending", "migPending");
        KEYS.put("ECC Mode/Current", "eccMode");
        KEYS.put("ECC Mode/Pending", "eccPending");
        KEYS.put("Ecc Mode/Current", "eccMode");
        KEYS.put("Ecc Mode/Pending", "eccPending");
        KEYS.put("Fabric/CliqueId", "cliqueId");
        KEYS.put("Fabric/ClusterUUID", "clusterUuid");
        KEYS.put("PCI/GPU Link Info/PCIe Generation/Current", "pcieGeneration");
        KEYS.put("PCI/GPU Link Info/Link Width/Current", "pcieWidth");
    }

    /** Is the release since which a GPU's last section lists its capabilities. */
    private static final int CAPABILITIES_SINCE = 555;

    /** Lists the last values of the parts that can be requested alone. */
    private static final Set<String> LAST_OF_PART =
            Set.of("Retired Pages/Pending Page Blacklist", "Remapped Rows/Bank Remap Availability Histogram/None");

    private final Findings found = new Findings("nvidia-smi -q");
    private final SmiHealth health = new SmiHealth(found);
    private final SmiBlocks blocks;
    private String cut = "";

    private SmiText(SmiBlocks blocks) {
        this.blocks = blocks;
    }

    /** Returns why a report is not whole; empty if nothing shows that it was cut. */
    public static String cut(SmiBlocks blocks) {
        SmiText text = new SmiText(blocks);
        text.head();
        text.complete();
        return text.cut;
    }

    /** Returns the value up to the remark behind it that begins so. */
    public static String withoutRemark(String value, String remark) {
        int at = value.indexOf(remark);
        return at < 0 ? value : value.substring(0, at);
    }

    static ToolReport<?> parse(Output output) {
        SmiText text = new SmiText(SmiBlocks.of(output.lines()));
        text.head();
        text.blocks.gpus().forEach(text::gpu);
        for (Output.Line line : text.blocks.foreign()) {
            if (!SmiErrors.note(text.found, line.text().strip())) {
                text.found.unparsed(line);
            }
        }
        text.health.close(output, text.complete());
        return text.found.of(output);
    }

    private void gpu(SmiBlocks.Block block) {
        Map<String, String> gpu = block.values();
        String address = gpu.getOrDefault("Address", "");
        ObjectNode node = found.facts().withArray("gpus").addObject().put("address", address);
        KEYS.forEach((key, name) -> {
            if (gpu.containsKey(key)) {
                put(node, name, withoutRemark(gpu.getOrDefault(key, ""), " [Deprecated"));
            }
        });
        Map<String, String> places = HealthItem.byPath(gpu);
        SmiHealth.facts(node, places);
        if (Values.absent(gpu.getOrDefault("Remapped Rows", ""))) {
            node.putNull("remapPending").putNull("remapFailure");
        }
        health.report(gpu);
    }

    /** Returns whether the report shows its end; a certain cut bars any good verdict. */
    private boolean complete() {
        List<Map<String, String>> gpus = blocks.gpus().stream()
                .map(block -> HealthItem.byPath(block.values()))
                .toList();
        String version = found.facts().path("driverVersion").asText("");
        SmiWhole whole = new SmiWhole(SmiWhole.release(version), gpus);
        boolean full = gpus.stream().anyMatch(gpu -> gpu.containsKey("Product Name"));
        Optional<String> damage = whole.damage().or(() -> full ? endless(version) : Optional.empty());
        if (blocks.open() && damage.isEmpty()) {
            damage = Optional.of("the last line is a heading");
        }
        damage.ifPresent(this::cut);
        int announced = found.facts().path("attachedGpus").asInt(-1);
        if (announced != gpus.size()) {
            String reason = "the output announces " + (announced < 0 ? "no number of" : announced) + " GPUs and holds "
                    + gpus.size();
            if (full && damage.isEmpty() && announced > gpus.size()) {
                found.verdict(ToolVerdict.UNKNOWN, reason + "; ask without -i");
            } else {
                cut(reason);
            }
            return false;
        }
        return damage.isEmpty() && !blocks.gap() && (full ? whole.hasAllSections() && ended() : partEnded(whole));
    }

    private void cut(String reason) {
        cut = reason;
        found.verdict(ToolVerdict.UNKNOWN, reason);
        found.cut("the output is incomplete");
    }

    /** Returns the first GPU of a full report that lacks the last sections of its release. */
    private Optional<String> endless(String version) {
        boolean capabilities = SmiWhole.release(version) >= CAPABILITIES_SINCE;
        return blocks.gpus().stream()
                .filter(gpu -> !gpu.sections().contains("Processes")
                        || (capabilities && !gpu.sections().contains("Capabilities")))
                .map(gpu -> "the report of " + gpu.values().get("Address") + " has no end")
                .findFirst();
    }

    private boolean ended() {
        SmiBlocks.Block last = blocks.gpus().getLast();
        return last.sections().contains("Capabilities") || last.values().containsKey("Processes");
    }

    private boolean partEnded(SmiWhole whole) {
        return whole.allSame() || LAST_OF_PART.contains(lastPath());
    }

    private String lastPath() {
        List<String> paths = blocks.gpus().isEmpty()
                ? List.of("")
                : List.copyOf(blocks.gpus().getLast().values().keySet());
        return paths.getLast();
    }

    /** Reads the head; since 610 the driver's version is under another key, and the old one holds a remark too. */
    private void head() {
        ObjectNode facts = found.facts();
        Map<String, String> head = blocks.head();
        String kmd = head.getOrDefault("KMD Version", "");
        String umd = head.getOrDefault("CUDA UMD Version", "");
        Values.text(facts, "driverVersion", kmd.isEmpty() ? plain(head, "Driver Version") : kmd);
        Values.text(facts, "cudaVersion", umd.isEmpty() ? plain(head, "CUDA Version") : umd);
        Values.text(facts, "kmdVersion", kmd);
        Values.text(facts, "cudaUmdVersion", umd);
        Values.value(facts, "attachedGpus", head.getOrDefault("Attached GPUs", ""));
        facts.putArray("gpus");
    }

    /** Counters are numbers; a version or a serial number is text even where it looks like one. */
    private static void put(ObjectNode gpu, String name, String value) {
        if (name.equals("pcieGeneration")) {
            Values.value(gpu, name, value);
        } else {
            Values.text(gpu, name, value);
        }
    }

    private static String plain(Map<String, String> head, String key) {
        return withoutRemark(head.getOrDefault(key, ""), " [");
    }
}
