package dev.slipway.facts.nvidia.nccl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the lines of nccl-tests, of NCCL and of what launched them, run by run where there are several. */
final class NcclReader {
    static final String BEST = "bestBusbwGBs";
    static final String WRONG = "wrong";
    static final String PATH = "networkPath";

    /** Matches what {@code mpirun --tag-output}, {@code mpiexec -l} and {@code srun -l} put before a line. */
    private static final Pattern LABEL =
            Pattern.compile("^(?:\\[[^\\[\\]\\s<>]{1,120}]<std(?:out|err)>: ?|\\[[0-9]{1,6}] | {0,6}[0-9]{1,6}: )");

    private static final Pattern RANK =
            Pattern.compile("#?\\s*Rank\\s+([0-9]{1,6})\\s+(?:(?:Group\\s+[0-9]+\\s+)?(?:Pid\\s+[0-9]+ )?on\\s+(\\S+) "
                    + "device\\s+[0-9]+ \\[[^]]*] (.*)|.*)");
    private static final Pattern FAILURE = Pattern.compile(
            "(?:Test )?(NCCL|CUDA|Cuda) failure ([\\w./]+:[0-9]+) '?([^']*)|Test (?:NCCL|CUDA) failure.*");

    /** Matches the trace that follows a failure. */
    private static final Pattern TRACE = Pattern.compile(": Test failure .*");

    /** Matches the test's own messages if it does not begin. */
    private static final Pattern REFUSED = Pattern.compile("Invalid number of GPUs");

    private static final Pattern HARMLESS = Pattern.compile(
            "#.*|\\s*\\.\\.\\.\\s*|.*NCCL (INFO|WARN|TRACE).*|nThread [0-9]+ nGpus .*|size +count +type .*|\\(B\\) .*"
                    + "|out-of-place +in-place|NCCL version .*");
    private static final Pattern VERSION = Pattern.compile(
            "nccl-tests version ([0-9.]+)(?: nccl-headers=([0-9]{1,9}))?(?: nccl-library=([0-9]{1,9}))?");
    private static final Pattern LIBRARY = Pattern.compile("NCCL version ([0-9.]+)(\\+cuda[0-9.]+)?");
    private static final Pattern VIA = Pattern.compile(
            "via ((?:NET|P2P|SHM|COLLNET|NVLS)(?:/[A-Za-z][A-Za-z ]*)?)(?:/[0-9]+)?(?:\\([0-9]+\\))?(/GDRDMA)?");
    private static final Pattern NETWORK = Pattern.compile("Using network ([A-Za-z][A-Za-z ]*)");

    private final Findings found;
    private final ObjectNode facts;
    private final List<NcclRun> runs = new ArrayList<>(List.of(new NcclRun(List.of())));
    private final Set<String> hosts = new TreeSet<>();
    private final Set<String> paths = new TreeSet<>();
    private String network = "";
    private int rows;
    private int ranks;
    private int firsts;
    private boolean aborted;

    NcclReader(Findings found) {
        this.found = found;
        this.facts = found.facts();
    }

    void take(Output.Line raw) {
        String line = LABEL.matcher(raw.text()).replaceFirst("").strip();
        Matcher rank = RANK.matcher(line);
        if (rank.matches()) {
            rank(rank);
        } else if (NcclRows.row(line)) {
            rows++;
            run(run().summarized()).rows().take(line, facts.putObject("lastRow"));
        } else if (!failure(line) && !frame(line) && !HARMLESS.matcher(line).matches()) {
            found.unparsed(raw);
        }
        named(line);
    }

    private NcclRun run() {
        return runs.getLast();
    }

    /** Returns the run that is read, or the {@code next} one. */
    private NcclRun run(boolean next) {
        if (next) {
            runs.add(new NcclRun(run().rows().columns()));
        }
        return run();
    }

    private void rank(Matcher rank) {
        ranks++;
        int number = Integer.parseInt(rank.group(1));
        firsts += number == 0 ? 1 : 0;
        run(run().summarized()).rank(number);
        Optional.ofNullable(rank.group(2)).ifPresent(hosts::add);
        Optional.ofNullable(rank.group(3)).ifPresent(device -> facts.put("device", device.strip()));
    }

    private boolean frame(String line) {
        boolean header = NcclRun.parameters(line) || line.startsWith("# Collective test starting");
        boolean again = header
                && (run().summarized() || run().rows().count() > 0 || (NcclRun.parameters(line) && run().began()));
        return run(again).frame(line, found) || header(line);
    }

    /** Names of columns above rows of which the end is missing, or behind an end, belong to another run. */
    private boolean header(String line) {
        boolean names = line.startsWith("#") || line.startsWith("size ");
        if (!names || !new NcclRows(List.of()).header(line)) {
            return false;
        }
        if (run().summarized()) {
            run().notEnded();
        }
        return run(run().summarized() || run().rows().count() > 0).rows().header(line);
    }

    private boolean failure(String line) {
        Matcher failure = FAILURE.matcher(line);
        if (failure.find()) {
            String text = Text.shorten(failure.group(), 200);
            ObjectNode told = facts.withArray("failures").addObject().put("text", text);
            if (failure.group(1) != null) {
                told.put("layer", failure.group(1)).put("at", failure.group(2));
                told.put(
                        "error",
                        failure.group(3).replaceAll(" \\(run with.*| / *$", "").strip());
            }
            return abort(text);
        }
        if (TRACE.matcher(line).find()) {
            return abort("");
        }
        boolean lost = LaunchFailure.in(line).isPresent()
                || REFUSED.matcher(line).find()
                || (!line.startsWith("#") && ErrorLines.lost(line));
        if (lost) {
            String text = Text.shorten(line, 200);
            facts.withArray("failures").addObject().put("text", text);
            return abort(text);
        }
        return false;
    }

    private boolean abort(String reason) {
        aborted = true;
        found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, reason);
        return true;
    }

    private void named(String line) {
        Matcher version = VERSION.matcher(line);
        Matcher library = LIBRARY.matcher(line);
        Matcher via = VIA.matcher(line);
        if (version.find()) {
            facts.put("testsVersion", version.group(1));
            Optional.ofNullable(version.group(3)).ifPresent(v -> facts.put("ncclLibrary", Integer.parseInt(v)));
        } else if (library.find()) {
            facts.put("ncclVersion", library.group(1));
        }
        if (via.find() && paths.size() < 20) {
            paths.add(via.group(1).strip() + (via.group(2) == null ? "" : via.group(2)));
        }
        network = Text.first(NETWORK, line).map(String::strip).orElse(network);
    }

    /**
     * Weighs all runs; the worst decides. {@code succeeded}: the exit status shows that the last one came to its end.
     */
    void judge(double floor, boolean succeeded) {
        tell();
        boolean alone = firsts > 1 && firsts == ranks;
        if (alone) {
            found.verdict(ToolVerdict.UNKNOWN, firsts + " processes ran each by itself: all are rank 0");
        }
        // What a process measures by itself is no bandwidth of the network.
        runs.forEach(run -> run.judge(found, aborted, alone ? 0 : floor));
        runs.stream().filter(NcclRun::cut).forEach(run -> found.cut(run.missing()));
        if (runs.stream().allMatch(NcclRun::whole)) {
            found.complete();
        } else if (runs.size() > 1 && !succeeded) {
            found.verdict(ToolVerdict.UNKNOWN, "one of " + runs.size() + " runs shows no end");
        }
    }

    private void tell() {
        OptionalDouble best =
                runs.stream().flatMapToDouble(run -> run.rows().best().stream()).max();
        best.ifPresent(value -> facts.put(BEST, value));
        facts.put(WRONG, runs.stream().mapToLong(run -> run.rows().wrong()).sum());
        facts.put("rows", rows);
        if (ranks > 0) {
            facts.put("ranks", ranks).put("hosts", hosts.size());
        }
        run().rows().layout().ifPresent(layout -> facts.put("layout", layout));
        if (!network.isEmpty() && paths.stream().noneMatch(path -> path.startsWith("NET/"))) {
            paths.add("NET/" + network);
        }
        if (!paths.isEmpty()) {
            facts.put(PATH, String.join(", ", paths));
        }
    }
}
