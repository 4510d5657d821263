package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.tool.Values;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code scontrol show} of nodes, partitions and jobs: {@code Key=value}, one record per line or over several. A
 * value may hold blanks and even {@code key=value} of its own: after {@code Comment=} and {@code Extra=} the rest of
 * the line is the value, after {@code Reason=} as well, unless it is signed and a comment follows.
 */
final class SlurmRecords {
    private static final Pattern START =
            Pattern.compile("^(NodeName|PartitionName|JobId|ReservationName(?==\\S+\\s+StartTime=))=");
    private static final Pattern KEY = Pattern.compile("(?:^|\\s)([A-Z][A-Za-z_:/]{1,40})=");
    private static final Set<String> TO_THE_END = Set.of("Reason", "Comment", "Extra", "AdminComment", "Command");
    private static final Pattern REASON = Pattern.compile("(.*?)\\s*\\[([\\w.-]+)@([0-9T:-]+)]\\s*");
    private static final Pattern SIGNED =
            Pattern.compile("\\[[\\w.-]+@[0-9T:-]+](?=\\s+(?:Comment|Extra|ReservationName)=)");
    private static final Pattern NOTHING = Pattern.compile("#+|\\s*");
    private static final Map<String, String> LISTS = Map.of(
            "NodeName", "nodes", "PartitionName", "partitions", "JobId", "jobs", "ReservationName", "reservations");
    private static final Map<String, String> GPUS =
            Map.of("Gres", "gpus", "GresUsed", "gpusUsed", "AllocTRES", "gpusAllocated");

    private SlurmRecords() {}

    static ToolReport<?> parse(Output output) {
        Findings found = new Findings("scontrol show");
        ObjectNode record = found.facts().objectNode();
        boolean named = output.written().stream()
                .anyMatch(l -> START.matcher(l.text().strip()).find());
        boolean any = !named;
        if (any) {
            record = found.facts().withArray("nodes").addObject();
        }
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher start = START.matcher(text);
            if (start.find()) {
                record = found.facts()
                        .withArray(LISTS.getOrDefault(start.group(1), "records"))
                        .addObject();
                any = true;
            }
            if (NOTHING.matcher(text).matches()) {
                continue;
            }
            if (!any || !pairs(record, text)) {
                SlurmParser.odd(found, line);
            }
        }
        return found.of(output);
    }

    private static boolean pairs(ObjectNode record, String text) {
        Matcher key = KEY.matcher(text);
        if (!key.find() || key.start(1) != 0) {
            return false;
        }
        boolean more = true;
        while (more) {
            String name = key.group(1);
            int from = key.end();
            more = name.equals("Reason")
                    ? behind(text, from) > 0 && key.find(behind(text, from))
                    : !TO_THE_END.contains(name) && key.find(from);
            put(record, name, text.substring(from, more ? key.start() : text.length()));
        }
        return true;
    }

    /** Returns where something follows the reason on its line, after who set it and when; 0 if nothing does. */
    private static int behind(String text, int from) {
        Matcher signed = SIGNED.matcher(text);
        return signed.find(from) ? signed.end() : 0;
    }

    private static void put(ObjectNode record, String name, String value) {
        switch (name) {
            case "NodeName", "PartitionName" -> record.put("name", value.strip());
            case "ReservationName" -> record.put(record.isEmpty() ? "name" : name, value.strip());
            case "State" -> SlurmParser.state(record, value);
            case "Reason" -> reason(record, value);
            case "CPUAlloc", "CPUTot", "AllocMem", "RealMemory" -> Values.value(record, name, value);
            case "OS" -> record.put("OS", value.strip());
            default -> Values.text(record, name, value);
        }
        gpus(record, name, value);
        if (name.equals("CPUAlloc") && !value.strip().equals("0")) {
            record.put("allocated", true);
        }
    }

    private static void gpus(ObjectNode record, String name, String value) {
        SlurmGpus gpus = SlurmGpus.of(value);
        String key = GPUS.get(name);
        if (key != null && !gpus.counts().isEmpty()) {
            record.put(key, gpus.all());
        }
    }

    private static void reason(ObjectNode record, String value) {
        Matcher reason = REASON.matcher(value);
        if (reason.matches()) {
            record.put("reason", reason.group(1))
                    .put("reasonBy", reason.group(2))
                    .put("reasonAt", reason.group(3));
        } else {
            record.put("reason", value.strip());
        }
    }
}
