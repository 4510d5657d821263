package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.tool.Values;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Parses {@code nvidia-smi -q -x}. The document type names an outside file, which is never loaded. */
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
            Map.entry("fabric/cliqueId", "cliqueId"),
            Map.entry("fabric/clusterUuid", "clusterUuid"));

    /** Lists the sections with health, by the names of {@code nvidia-smi -q}. */
    private static final Map<String, String> SECTIONS = Map.of(
            "product_name", "Product Name",
            "ecc_errors", "ECC Errors",
            "retired_pages", "Retired Pages",
            "remapped_rows", "Remapped Rows",
            "gpu_reset_status", "GPU Reset Status",
            "clocks_event_reasons", "Clocks Event Reasons",
            "clocks_throttle_reasons", "Clocks Event Reasons",
            "fabric", "Fabric");

    private static final Pattern COUNTED = Pattern.compile("0*[1-9][0-9]*");

    private final Findings found = new Findings("nvidia-smi -q -x");
    private final Deque<String> path = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private boolean leaf;
    private final List<Map<String, String>> gpus = new ArrayList<>();
    private final SmiHealth health = new SmiHealth(found);
    private Optional<ObjectNode> gpu = Optional.empty();
    private boolean broken;

    private SmiXml() {}

    static ToolReport<?> parse(Output output) {
        SmiXml xml = new SmiXml();
        ObjectNode facts = xml.found.facts();
        facts.put("doctype", Text.first(DOCTYPE, output.text()).orElse("none"));
        facts.putArray("gpus");
        xml.read(xml.document(output));
        if (facts.has("kmdVersion")) {
            facts.set("driverVersion", facts.path("kmdVersion"));
        }
        xml.health.close(output, xml.complete());
        return xml.found.of(output);
    }

    /**
     * Returns whether the document closed and holds all GPUs that it announces, each with the health of its release.
     */
    private boolean complete() {
        ObjectNode facts = found.facts();
        int announced = facts.path("attachedGpus").asInt(-1);
        int shown = facts.path("gpus").size();
        facts.put("gpuElements", shown);
        if (announced != shown) {
            String count = announced < 0 ? "an unknown number" : Integer.toString(announced);
            found.verdict(ToolVerdict.UNKNOWN, "the output shows " + shown + " of " + count + " GPUs");
        }
        List<Map<String, String>> places = gpus.stream().map(HealthItem::byPath).toList();
        for (int i = 0; i < shown; i++) {
            String address = facts.at("/gpus/" + i + "/address").asText();
            if (facts.at("/gpus/" + i) instanceof ObjectNode node) {
                SmiHealth.facts(node, places.get(i));
            }
            health.weigh(address, places.get(i));
        }
        SmiWhole whole =
                new SmiWhole(SmiWhole.release(facts.path("driverVersion").asText("")), places);
        Optional<String> damage = whole.damage();
        damage.ifPresent(reason -> found.verdict(ToolVerdict.UNKNOWN, reason));
        return !broken && announced == shown && damage.isEmpty() && whole.hasAllSections();
    }

    /** Returns the document from the declaration or the root on: text around it is an error, or not the tool's. */
    private String document(Output output) {
        String text = output.text();
        int declared = text.indexOf("<?xml");
        int root = text.indexOf("<nvidia_smi_log");
        int close = text.indexOf("</nvidia_smi_log>", root);
        int doctype = text.lastIndexOf("<!DOCTYPE", root);
        int head = doctype >= 0 && doctype < root ? doctype : root;
        int from = declared >= 0 && declared < head ? declared : head;
        int to = close < 0 ? text.length() : close + "</nvidia_smi_log>".length();
        int number = 1;
        for (String line : text.substring(0, from).lines().toList()) {
            outside(number++, line);
        }
        number = (int) text.substring(0, to).lines().count();
        for (String line : text.substring(to).lines().toList()) {
            outside(number++, line);
        }
        return text.substring(from, to);
    }

    private void outside(int number, String line) {
        if (!line.isBlank() && !SmiErrors.note(found, line.strip())) {
            found.unparsed(new Output.Line(number, line));
        }
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
                    case XMLStreamReader.END_ELEMENT -> end(reader);
                    default -> {
                        // Comments and processing instructions are ignored.
                    }
                }
            }
        } catch (XMLStreamException e) {
            broken = true;
            found.verdict(
                    ToolVerdict.UNKNOWN,
                    "the document breaks off: " + Text.shorten(String.valueOf(e.getMessage()), 120));
            found.cut("the output is incomplete");
        }
    }

    private void start(XMLStreamReader reader) {
        stray(reader);
        String name = reader.getLocalName();
        if (name.equals("gpu") && path.size() == 1) {
            gpu = Optional.of(found.facts().withArray("gpus").addObject());
            String id = reader.getAttributeValue(null, "id");
            gpu.get().put("address", Pci.address(id == null ? "" : id)).put("migDevices", 0);
            gpus.add(new LinkedHashMap<>(
                    Map.of("Address", gpu.get().path("address").asText())));
        } else if (name.equals("mig_device")) {
            gpu.ifPresent(g -> g.put("migDevices", g.path("migDevices").asInt() + 1));
        }
        path.addLast(name);
        leaf = true;
    }

    /** Text between elements was written into the document by another. */
    private void stray(XMLStreamReader reader) {
        text.toString().lines().forEach(line -> outside(reader.getLocation().getLineNumber(), line));
        text.setLength(0);
    }

    private void end(XMLStreamReader reader) {
        boolean single = leaf;
        leaf = false;
        if (!single) {
            stray(reader);
        }
        String value = text.toString().strip();
        text.setLength(0);
        String name = path.removeLast();
        if (path.size() == 1 && HEAD.containsKey(name)) {
            if (name.equals("attached_gpus")) {
                Values.value(found.facts(), "attachedGpus", value);
            } else {
                Values.text(found.facts(), HEAD.getOrDefault(name, name), value);
            }
        } else if (single && path.size() >= 2 && gpu.isPresent()) {
            String key = String.join("/", path.stream().skip(2).toList());
            value(gpu.get(), key.isEmpty() ? name : key + "/" + name, value);
        }
    }

    private void value(ObjectNode node, String place, String value) {
        String address = node.path("address").asText();
        if (gpus.getLast().putIfAbsent(SECTIONS.getOrDefault(place, place), value) == null && KEYS.containsKey(place)) {
            Values.text(node, KEYS.getOrDefault(place, place), value);
        }
        if (!place.startsWith("processes")) {
            SmiErrors.inCell(value)
                    .ifPresent(kind -> found.verdict(SmiErrors.ofCell(kind), address + ": " + place + ": " + value));
        }
        if (place.startsWith("mig_devices")
                && place.contains("uncorrectable")
                && COUNTED.matcher(value).matches()) {
            found.verdict(ToolVerdict.FAIL, address + ": " + place + ": " + value);
        }
    }
}
