package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Values;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** {@code nvidia-smi -q -x}. The document type names an outside file, which is never loaded. */
final class SmiXml {
    private static final int DEEPEST = 40;
    private static final Pattern DOCTYPE = Pattern.compile("<!DOCTYPE nvidia_smi_log SYSTEM \"([^\"]{1,80})\"");
    private static final Map<String, String> HEAD = Map.of(
            "driver_version", "driverVersion",
            "kmd_version", "kmdVersion",
            "cuda_version", "cudaVersion",
            "cuda_umd_version", "cudaUmdVersion",
            "attached_gpus", "attachedGpus");
    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("product_name", "productName"),
            Map.entry("uuid", "uuid"),
            Map.entry("serial", "serial"),
            Map.entry("vbios_version", "vbios"),
            Map.entry("gsp_firmware_version", "gspFirmware"),
            Map.entry("inforom_version/img_version", "inforom"),
            Map.entry("persistence_mode", "persistence"),
            Map.entry("compute_mode", "computeMode"),
            Map.entry("mig_mode/current_mig", "migMode"),
            Map.entry("mig_mode/pending_mig", "migPending"),
            Map.entry("ecc_mode/current_ecc", "eccMode"),
            Map.entry("gpu_recovery_action", "recoveryAction"),
            Map.entry("gpu_reset_status/reset_required", "resetRequired"),
            Map.entry("gpu_reset_status/drain_and_reset_recommended", "drainAndReset"),
            Map.entry("fabric/state", "fabricState"),
            Map.entry("fabric/status", "fabricStatus"),
            Map.entry("fabric/cliqueId", "cliqueId"),
            Map.entry("fabric/clusterUuid", "clusterUuid"),
            Map.entry("retired_pages/multiple_single_bit_retirement/retired_count", "retiredSingleBit"),
            Map.entry("retired_pages/double_bit_retirement/retired_count", "retiredDoubleBit"),
            Map.entry("retired_pages/pending_blacklist", "retirementPending"),
            Map.entry("retired_pages/pending_retirement", "retirementPending"),
            Map.entry("remapped_rows/remapped_row_corr", "remapCorrectable"),
            Map.entry("remapped_rows/remapped_row_unc", "remapUncorrectable"),
            Map.entry("remapped_rows/remapped_row_pending", "remapPending"),
            Map.entry("remapped_rows/remapped_row_failure", "remapFailure"));

    private final Findings found = new Findings("nvidia-smi -q -x");
    private final Deque<String> path = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> seen = new HashMap<>();
    private Optional<ObjectNode> gpu = Optional.empty();

    private SmiXml() {}

    static Parsed parse(Output output) {
        SmiXml xml = new SmiXml();
        ObjectNode facts = xml.found.facts();
        facts.put("doctype", Text.first(DOCTYPE, output.text()).orElse("none"));
        facts.putArray("gpus");
        xml.read(document(output.text()));
        if (facts.has("kmdVersion")) {
            facts.set("driverVersion", facts.path("kmdVersion"));
        }
        int announced = facts.path("attachedGpus").asInt(-1);
        int shown = facts.path("gpus").size();
        facts.put("gpuElements", shown);
        if (announced >= 0 && announced != shown) {
            xml.found.verdict(ToolVerdict.UNKNOWN, "the output shows " + shown + " of " + announced + " GPUs");
        }
        facts.path("gpus").forEach(node -> {
            if (node instanceof ObjectNode read) {
                SmiHealth.weigh(read, xml.found);
            }
        });
        return xml.found.of(output);
    }

    /** From the declaration or the root on: a prompt or a banner may stand before it. */
    private static String document(String text) {
        int declared = text.indexOf("<?xml");
        int root = text.indexOf("<nvidia_smi_log");
        int end = text.indexOf("</nvidia_smi_log>", root);
        int from = declared >= 0 && declared < root ? declared : root;
        return end < 0 ? text.substring(from) : text.substring(from, end + "</nvidia_smi_log>".length());
    }

    private void read(String document) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(document));
            while (reader.hasNext() && path.size() < DEEPEST) {
                switch (reader.next()) {
                    case XMLStreamReader.START_ELEMENT -> start(reader);
                    case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA -> text.append(reader.getText());
                    case XMLStreamReader.END_ELEMENT -> end();
                    default -> {
                        // Comments and processing instructions say nothing.
                    }
                }
            }
        } catch (XMLStreamException e) {
            found.verdict(
                    ToolVerdict.UNKNOWN,
                    "the document breaks off: " + Text.shorten(String.valueOf(e.getMessage()), 120));
            found.cut("the output is incomplete");
        }
    }

    private void start(XMLStreamReader reader) {
        text.setLength(0);
        String name = reader.getLocalName();
        if (name.equals("gpu") && path.size() == 1) {
            gpu = Optional.of(found.facts().withArray("gpus").addObject());
            String id = reader.getAttributeValue(null, "id");
            gpu.get().put("address", Pci.address(id == null ? "" : id)).put("migDevices", 0);
            seen.clear();
        } else if (name.equals("mig_device")) {
            gpu.ifPresent(g -> g.put("migDevices", g.path("migDevices").asInt() + 1));
        }
        path.addLast(name);
    }

    private void end() {
        String value = text.toString().strip();
        text.setLength(0);
        String name = path.removeLast();
        if (path.size() == 1 && HEAD.containsKey(name)) {
            if (name.equals("attached_gpus")) {
                Values.value(found.facts(), "attachedGpus", value);
            } else {
                Values.text(found.facts(), HEAD.getOrDefault(name, name), value);
            }
        } else if (path.size() >= 2) {
            String key = String.join("/", path.stream().skip(2).toList());
            String full = key.isEmpty() ? name : key + "/" + name;
            String known = KEYS.getOrDefault(full, "");
            if (!known.isEmpty() && seen.putIfAbsent(known, value) == null) {
                gpu.ifPresent(g -> put(g, known, value));
            }
        }
    }

    /** Versions are text even where they look like a number. */
    private static void put(ObjectNode gpu, String key, String value) {
        if (key.startsWith("ret") || key.startsWith("remap")) {
            Values.value(gpu, key, value);
        } else {
            Values.text(gpu, key, value);
        }
    }
}
