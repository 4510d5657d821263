package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.SmiQuery;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code nvidia-smi -q}, whole or one part of it ({@code -d}), of every driver since 418. */
final class SmiText {
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
        KEYS.put("GPU Recovery Action", "recoveryAction");
        KEYS.put("GPU Reset Status/Reset Required", "resetRequired");
        KEYS.put("GPU Reset Status/Drain and Reset Recommended", "drainAndReset");
        KEYS.put("Fabric/State", "fabricState");
        KEYS.put("Fabric/Status", "fabricStatus");
        KEYS.put("Fabric/CliqueId", "cliqueId");
        KEYS.put("Fabric/ClusterUUID", "clusterUuid");
        KEYS.put("Retired Pages/Single Bit ECC", "retiredSingleBit");
        KEYS.put("Retired Pages/Double Bit ECC", "retiredDoubleBit");
        KEYS.put("Retired Pages/Pending Page Blacklist", "retirementPending");
        KEYS.put("Remapped Rows/Correctable Error", "remapCorrectable");
        KEYS.put("Remapped Rows/Uncorrectable Error", "remapUncorrectable");
        KEYS.put("Remapped Rows/Pending", "remapPending");
        KEYS.put("Remapped Rows/Remapping Failure Occurred", "remapFailure");
        KEYS.put("PCI/GPU Link Info/PCIe Generation/Current", "pcieGeneration");
        KEYS.put("PCI/GPU Link Info/Link Width/Current", "pcieWidth");
    }

    private SmiText() {}

    static Parsed parse(Output output) {
        Findings found = new Findings("nvidia-smi -q");
        SmiQuery.Blocks blocks = SmiQuery.blocks(output.text());
        ObjectNode facts = found.facts();
        head(blocks.head(), facts);
        for (Map<String, String> gpu : blocks.gpus()) {
            ObjectNode node = facts.withArray("gpus").addObject();
            node.put("address", gpu.getOrDefault("Address", ""));
            KEYS.forEach((key, name) -> {
                if (gpu.containsKey(key)) {
                    put(node, name, gpu.getOrDefault(key, "").split(" \\[Deprecated", 2)[0]);
                }
            });
            if (Values.absent(gpu.getOrDefault("Remapped Rows", ""))) {
                node.putNull("remapPending").putNull("remapFailure");
            }
            SmiHealth.weigh(node, found);
        }
        int announced = facts.path("attachedGpus").asInt(-1);
        if (announced != blocks.gpus().size()) {
            found.verdict(
                    ToolVerdict.UNKNOWN,
                    "the output announces " + announced + " GPUs and holds "
                            + blocks.gpus().size());
            found.cut("the output is incomplete");
        }
        for (Output.Line line : output.written()) {
            if (line.text().contains("ERR!") || line.text().contains("Unknown Error")) {
                found.verdict(
                        ToolVerdict.FAIL,
                        "line " + line.number() + ": " + line.text().strip());
            }
        }
        return found.of(output);
    }

    /** Since 610 the driver's version stands under another key, and the old one holds a remark too. */
    private static void head(Map<String, String> head, ObjectNode facts) {
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
        if (name.startsWith("ret") || name.startsWith("remap") || name.equals("pcieGeneration")) {
            Values.value(gpu, name, value);
        } else {
            Values.text(gpu, name, value);
        }
    }

    private static String plain(Map<String, String> head, String key) {
        return head.getOrDefault(key, "").split(" \\[", 2)[0];
    }
}
