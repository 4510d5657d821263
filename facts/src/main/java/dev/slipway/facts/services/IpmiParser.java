package dev.slipway.facts.services;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code ipmitool}: {@code chassis power}, {@code chassis status}, {@code mc info}, {@code sel list}, {@code
 * elist} and {@code info}, and its messages about failed sessions and requests. The events of a log are of the past and
 * carry no verdict; the faults of a chassis are of now.
 *
 * @see <a href="https://github.com/ipmitool/ipmitool/blob/master/lib/ipmi_chassis.c">ipmitool: ipmi_chassis.c</a>
 * @see <a href="https://github.com/ipmitool/ipmitool/blob/master/lib/ipmi_sel.c">ipmitool: ipmi_sel.c</a>
 */
public final class IpmiParser implements Parser {
    private static final Pattern POWER = Pattern.compile("(?i)Chassis Power is (on|off)");
    private static final Pattern ORDERED = Pattern.compile("Chassis Power Control: (.+)");
    private static final Pattern EVENT = Pattern.compile("([0-9a-fA-F]{1,4}) \\| *(.*\\|.*|Linux kernel panic: .*)");
    private static final Pattern DATED = Pattern.compile("[0-9]{2}/[0-9]{2}/[0-9]{2,4}|Pre-Init|Unspecified");
    private static final List<String> CELLS = List.of("date", "time", "sensor", "event", "direction", "reading");
    private static final Pattern KEY = Pattern.compile("([A-Z#][\\w /#-]{1,40}?) *: ?(.*)");
    private static final Pattern LISTED = Pattern.compile(" {4}(?:0x[0-9a-f]{2}|[A-Z][\\w /]{2,40})");
    private static final Set<String> BLOCKS =
            Set.of("ipmitool chassis status", "ipmitool mc info", "ipmitool sel info");
    private static final String EMPTY = "SEL has no entries";

    private static final Pattern FAILED = Pattern.compile("Error: .*|Unable to (?:establish|get|set|send|open|read) .*"
            + "|Could not open device at .*|(?:Get|Set) (?:Chassis|Device|SEL|Session).* failed(?::.*)?|Invalid .*"
            + "|(?:Get|Set) (?:Chassis|Device|SEL|Session).* command failed.*|No response from remote controller.*"
            + "|(?:RAKP|Authentication) .*(?:failed|error|mismatch|does not match).*");

    /** Lists the values of a good chassis; another value has the verdict. */
    private static final Map<String, ToolVerdict> FAULTS = Map.of(
            "Power Overload", ToolVerdict.FAIL,
            "Main Power Fault", ToolVerdict.FAIL,
            "Power Control Fault", ToolVerdict.FAIL,
            "Drive Fault", ToolVerdict.FAIL,
            "Cooling/Fan Fault", ToolVerdict.FAIL,
            "Power Interlock", ToolVerdict.WARN,
            "Chassis Intrusion", ToolVerdict.WARN);

    /** Holds a BMC's report: whether the chassis has power, and the firmware of the BMC itself. */
    public record Bmc(Optional<Boolean> power, Optional<String> firmware) {}

    /** Returns the lines of its log, and everything among them: evidence is stored as it was printed. */
    public static List<String> events(Output log) {
        return log.written().stream()
                .map(line -> line.text().strip())
                .filter(line -> !line.startsWith(EMPTY))
                .toList();
    }

    @Override
    public ToolReport<Bmc> parse(Output output) {
        Reader reader = new Reader(new Findings(format(output.text())), output);
        output.written().forEach(reader::take);
        return reader.end();
    }

    private static String format(String text) {
        if (text.contains("System Power ")) {
            return "ipmitool chassis status";
        } else if (text.contains("Device ID ")) {
            return "ipmitool mc info";
        } else if (text.contains("SEL Information")) {
            return "ipmitool sel info";
        } else if (text.contains("Chassis Power ")) {
            return "ipmitool chassis power";
        }
        boolean log = text.contains(EMPTY) || text.lines().anyMatch(IpmiParser::event);
        return log ? "ipmitool sel list" : "error";
    }

    /** Returns whether this is a row of the event log. */
    private static boolean event(String line) {
        return EVENT.matcher(line.strip()).matches();
    }

    private static final class Reader {
        private final Findings found;
        private final Output output;
        private final Map<String, Integer> shown = new HashMap<>();
        private boolean known;
        private boolean sound = true;

        Reader(Findings found, Output output) {
            this.found = found;
            this.output = output;
        }

        void take(Output.Line line) {
            String text = line.text().strip();
            Matcher power = POWER.matcher(text);
            Matcher ordered = ORDERED.matcher(text);
            Matcher event = EVENT.matcher(text);
            Matcher key = KEY.matcher(text);
            if (power.matches()) {
                power(power.group(1).toLowerCase(Locale.ROOT));
            } else if (ordered.matches()) {
                found.facts().put("ordered", ordered.group(1));
            } else if (FAILED.matcher(text).matches()) {
                found.facts().withArray("errors").add(text);
                found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, text);
            } else if (event.matches()) {
                event(event);
            } else if (key.matches() && BLOCKS.contains(found.format())) {
                key(key.group(1), key.group(2).strip());
            } else if (text.startsWith(EMPTY)) {
                found.facts().withArray("events");
            } else if (!LISTED.matcher(line.text()).matches() && !text.equals("SEL Information")) {
                found.unparsed(line);
                return;
            }
            known = true;
        }

        private void power(String power) {
            String before = found.facts().path("power").asText(power);
            if (!before.equals(power)) {
                found.verdict(ToolVerdict.UNKNOWN, "the power is " + before + " and " + power);
            }
            found.facts().put("power", power);
        }

        private void event(Matcher event) {
            ObjectNode row = found.facts().withArray("events").addObject().put("id", event.group(1));
            List<String> cells = Arrays.stream(event.group(2).split("\\|"))
                    .map(String::strip)
                    .toList();
            if (!DATED.matcher(cells.getFirst()).matches()) {
                row.put("event", event.group(2).strip());
                return;
            }
            for (int i = 0; i < Math.min(CELLS.size(), cells.size()); i++) {
                row.put(CELLS.get(i), cells.get(i));
            }
        }

        private void key(String key, String value) {
            shown.merge(key, 1, Integer::sum);
            if (key.equals("System Power")) {
                power(value);
                return;
            }
            found.facts().put(name(key), value);
            boolean good = value.equals("false") || value.equals("inactive");
            if (FAULTS.containsKey(key) && !good) {
                sound = false;
                found.verdict(FAULTS.get(key), key + " is " + value);
            }
        }

        private static String name(String key) {
            String[] words = key.replaceAll("[^A-Za-z0-9]+", " ").strip().split(" ");
            return words[0].toLowerCase(Locale.ROOT)
                    + String.join("", Arrays.asList(words).subList(1, words.length));
        }

        ToolReport<Bmc> end() {
            int chassis = shown.getOrDefault("System Power", 0);
            if (chassis > 0 || FAULTS.keySet().stream().anyMatch(shown::containsKey)) {
                chassis(chassis);
            }
            if (!known) {
                found.verdict(ToolVerdict.UNKNOWN, "not an output of ipmitool that is known");
            }
            return found.of(output, value());
        }

        /** The block has no end mark: each of its faults must be shown, as often as there are chassis. */
        private void chassis(int number) {
            FAULTS.keySet().stream()
                    .sorted()
                    .filter(fault -> number == 0 || shown.getOrDefault(fault, 0) != number)
                    .findFirst()
                    .ifPresent(fault -> {
                        sound = false;
                        found.verdict(ToolVerdict.UNKNOWN, fault + " is not shown of every chassis");
                    });
            if (sound) {
                found.passedByStatus(output);
            }
        }

        private Bmc value() {
            return new Bmc(
                    Optional.of(found.facts().path("power").asText())
                            .filter(power -> power.equals("on") || power.equals("off"))
                            .map("on"::equals),
                    Optional.of(found.facts().path("firmwareRevision").asText())
                            .filter(v -> v.matches("[0-9][0-9A-Za-z.]*")));
        }
    }
}
