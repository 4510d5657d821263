package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.NcclTests;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Parser;
import dev.slipway.facts.output.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The output of nccl-tests of every release, bare or with the labels of mpirun and srun. */
public final class NcclParser implements Parser {
    private static final Pattern LABEL = Pattern.compile("^(?:\\[[0-9]+,[0-9]+]<std(?:out|err)>: ?|[0-9]{1,6}: )");
    private static final Pattern RANK = Pattern.compile(
            "#\\s+Rank\\s+([0-9]+)\\s+(?:Group\\s+[0-9]+\\s+)?Pid\\s+[0-9]+ on\\s+(\\S+) device\\s+([0-9]+) \\[[^]]*] (.*)");
    private static final Pattern AVERAGE = Pattern.compile("#?\\s*Avg bus bandwidth\\s*:\\s*(\\S+)(?:\\s+(FAILED))?.*");
    private static final Pattern BOUNDS =
            Pattern.compile("#?\\s*Out of bounds values\\s*:\\s*([0-9]+)\\s+(OK|FAILED).*");
    /** Lines of the table that lost the mark at their beginning, as people copy them. */
    private static final Pattern SUMMARY =
            Pattern.compile("^size +count +type |^(?:Out of bounds values|Avg bus bandwidth) +: ");

    private static final Pattern VERSION = Pattern.compile(
            "nccl-tests version ([0-9.]+)(?: nccl-headers=([0-9]{1,9}))?(?: nccl-library=([0-9]{1,9}))?");
    private static final Pattern LIBRARY = Pattern.compile("NCCL version ([0-9.]+)(\\+cuda[0-9.]+)?");
    private static final Pattern ROW = Pattern.compile("[0-9]{1,18}(?:\\s+\\S+){7,16}");
    private static final Pattern ABORT = Pattern.compile(
            "(?:Test )?(NCCL|CUDA|Cuda) failure ([\\w.]+:[0-9]+) '?([^']*)|not enough slots|MPI_ABORT was invoked|ORTE|PRTE has lost");
    private static final Pattern HARMLESS = Pattern.compile(
            "#.*|\\s*\\.\\.\\.\\s*|.*NCCL (INFO|WARN|TRACE).*|.*Test failure .*|nThread [0-9]+ nGpus .*|\\(B\\) .*|out-of-place +in-place|NCCL version .*");

    private final Pattern number = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,6})?");

    @Override
    public Parsed parse(Output output) {
        Findings found = new Findings("nccl-tests");
        Reader reader = new Reader(found);
        output.written().forEach(reader::take);
        reader.end();
        NcclTests tests = NcclTests.parse(
                output.text().getBytes(StandardCharsets.UTF_8), output.exit().orElse(0), 0);
        tests.busbwGBs().ifPresent(best -> found.facts().put("bestBusbwGBs", best));
        found.facts().put("wrong", tests.wrong());
        if (!tests.networkPath().isBlank()) {
            found.facts().put("networkPath", tests.networkPath());
        }
        ToolVerdict verdict = tests.verdict();
        boolean notValidated = tests.reasons().equals(List.of("results were not validated"));
        found.verdict(notValidated ? ToolVerdict.WARN : verdict, "");
        tests.reasons().forEach(found::because);
        if (reader.rows > 0 && !found.facts().has("average")) {
            found.cut("the summary at the end is missing");
        }
        return found.of(output);
    }

    private final class Reader {
        private final Findings found;
        private final ObjectNode facts;
        private final Set<String> hosts = new TreeSet<>();
        private List<String> columns = List.of();
        private int ranks;
        private int rows;

        Reader(Findings found) {
            this.found = found;
            this.facts = found.facts();
        }

        void take(Output.Line raw) {
            String line = LABEL.matcher(raw.text()).replaceFirst("").strip();
            Matcher rank = RANK.matcher(line);
            Matcher abort = ABORT.matcher(line);
            if (rank.matches()) {
                ranks++;
                hosts.add(rank.group(2));
                facts.put("device", rank.group(4).strip());
            } else if (ROW.matcher(line).matches()) {
                row(line);
            } else if (abort.find()) {
                abort(abort);
            } else if (line.startsWith("#") || SUMMARY.matcher(line).find()) {
                head(line);
            } else if (!HARMLESS.matcher(line).matches()) {
                found.unparsed(raw);
            }
            named(line);
        }

        private void named(String line) {
            Matcher version = VERSION.matcher(line);
            Matcher library = LIBRARY.matcher(line);
            if (version.find()) {
                facts.put("testsVersion", version.group(1));
                if (version.group(3) != null) {
                    facts.put("ncclLibrary", Integer.parseInt(version.group(3)));
                }
            } else if (library.find()) {
                facts.put("ncclVersion", library.group(1));
            }
        }

        private void head(String line) {
            List<String> words =
                    Arrays.asList(line.replaceFirst("^#", "").strip().split("\\s+"));
            Matcher average = AVERAGE.matcher(line);
            Matcher bounds = BOUNDS.matcher(line);
            if (words.contains("busbw")) {
                columns = words;
            } else if (average.matches()) {
                if (number.matcher(average.group(1)).matches()) {
                    Values.value(facts, "average", average.group(1));
                } else {
                    facts.putNull("average");
                }
                facts.put("averageFailed", average.group(2) != null);
            } else if (bounds.matches()) {
                Values.value(facts, "outOfBounds", bounds.group(1));
                facts.put("outOfBoundsFailed", bounds.group(2).equals("FAILED"));
            }
        }

        private void row(String line) {
            List<String> cells = Arrays.asList(line.split("\\s+"));
            rows++;
            ObjectNode row = found.facts().objectNode();
            Values.value(row, "size", cells.getFirst());
            List<Integer> at = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).equals("busbw")) {
                    at.add(i);
                }
            }
            if (at.size() == 2 && cells.size() == columns.size()) {
                bandwidth(row, "outOfPlace", cells.get(at.get(0)));
                bandwidth(row, "inPlace", cells.get(at.get(1)));
            } else if (columns.isEmpty() && cells.size() >= 13) {
                bandwidth(row, "outOfPlace", cells.get(7));
                bandwidth(row, "inPlace", cells.get(11));
            }
            facts.set("lastRow", row);
            facts.put("rows", rows);
        }

        private void bandwidth(ObjectNode row, String key, String cell) {
            if (number.matcher(cell).matches()) {
                Values.value(row, key, cell);
            } else {
                row.putNull(key);
            }
        }

        private void abort(Matcher abort) {
            String text = Text.shorten(abort.group(), 200);
            ObjectNode failure = facts.withArray("failures").addObject().put("text", text);
            if (abort.group(1) != null) {
                failure.put("layer", abort.group(1)).put("at", abort.group(2));
                failure.put(
                        "error",
                        abort.group(3).replaceAll(" \\(run with.*| / *$", "").strip());
            }
        }

        void end() {
            facts.put("rows", rows);
            if (ranks > 0) {
                facts.put("ranks", ranks).put("hosts", hosts.size());
            }
            if (columns.contains("error")) {
                facts.put("layout", "error");
            } else if (!columns.isEmpty()) {
                facts.put("layout", columns.contains("#iters") ? "#wrong #iters" : "#wrong");
            }
        }
    }
}
