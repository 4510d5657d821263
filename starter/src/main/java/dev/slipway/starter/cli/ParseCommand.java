package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.kernel.LogBound;
import dev.slipway.facts.output.ToolReport;
import dev.slipway.facts.parse.ToolParsers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the output of a tool says. Asks no server and no node: a terminal log is enough. */
@Command(
        name = "parse",
        description = "Read what a tool printed: recognises the format and prints JSON with format, facts, the verdict "
                + "where the output carries one, every line that was not understood, and whether it was cut. "
                + "Asks no server.",
        footer = {
            "",
            "Exit codes: 0 no verdict, PASS or WARN; 1 FAIL; 3 SKIP, INFRASTRUCTURE_ERROR or UNKNOWN; 2 no such tool or file.",
            "",
            "Examples:",
            "  dcgmi diag -r 2 -j | slipway parse dcgmi --exit-status 0",
            "  slipway parse kernel-log dmesg.txt --exit-status 0",
            "  journalctl -k -o short-iso | slipway parse kernel-log --since 2026-11-21T10:00:00Z",
            "  nvidia-smi -q -x | slipway parse nvidia-smi -",
            "  slipway parse nccl-tests allreduce.log --text"
        })
final class ParseCommand extends Ask {
    /** Longer output is cut by the parsers; reading a little more shows them that it was. */
    private static final int MOST_BYTES = 5 << 20;

    @Parameters(
            index = "0",
            paramLabel = "TOOL",
            completionCandidates = Tools.class,
            description = "One of: ${COMPLETION-CANDIDATES}.")
    String tool = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "The output; - or none is stdin.")
    @Nullable
    Path file;

    @Option(
            names = "--exit-status",
            paramLabel = "N",
            description =
                    "The exit status of the tool, where it is known. An output without an end mark passes only with 0.")
    @Nullable
    Integer exitStatus;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = LogTime.class,
            description =
                    "kernel-log only: leave out what is certainly older, e.g. 2026-11-21T10:00:00Z or @1795255200.")
    @Nullable
    Instant since;

    @Option(
            names = "--boot",
            paramLabel = "TIME",
            converter = LogTime.class,
            description = "kernel-log only: when the log's last boot began; makes instants of seconds since boot.")
    @Nullable
    Instant boot;

    @Option(names = "--text", description = "Print lines for people instead of JSON.")
    boolean text;

    /** The names of all tools. */
    static final class Tools implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ToolParsers.names().iterator();
        }
    }

    @Override
    public Integer call() {
        if (!ToolParsers.names().contains(tool)) {
            throw new Refusal(
                    Exit.USAGE,
                    "there is no parser for '" + tool + "'",
                    "one of: " + String.join(", ", ToolParsers.names()));
        }
        OptionalInt exit = exitStatus == null ? OptionalInt.empty() : OptionalInt.of(exitStatus);
        ToolReport parsed = bound().map(b -> ToolParsers.kernelLog(bytes(), exit, b))
                .orElseGet(() -> ToolParsers.parse(tool, bytes(), exit));
        ObjectNode report = Door.body().put("tool", tool);
        report.setAll(parsed.json());
        out().println(text ? words(report).stripTrailing() : Door.pretty(report));
        out().flush();
        return parsed.verdict().map(ParseCommand::exit).orElse(Exit.OK);
    }

    private Optional<LogBound> bound() {
        if (since == null && boot == null) {
            return Optional.empty();
        } else if (!tool.equals("kernel-log")) {
            throw new Refusal(
                    Exit.USAGE, "--since and --boot are of kernel-log, not of '" + tool + "'", "leave them out");
        }
        return Optional.of(new LogBound(Optional.ofNullable(since), Optional.ofNullable(boot)));
    }

    private static int exit(dev.slipway.facts.ToolVerdict verdict) {
        return switch (verdict) {
            case PASS, WARN -> Exit.OK;
            case FAIL -> Exit.NO;
            case SKIP, INFRASTRUCTURE_ERROR, UNKNOWN -> Exit.AWAY;
        };
    }

    private byte[] bytes() {
        boolean stdin = file == null || file.toString().equals("-");
        try (InputStream in = stdin ? System.in : Files.newInputStream(file)) {
            return in.readNBytes(MOST_BYTES);
        } catch (IOException e) {
            throw new Refusal(Exit.USAGE, file + " cannot be read", "name a file with the output of the tool", e);
        }
    }

    private static String words(JsonNode report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("format", Words.text(report, "format")));
        if (report.has("verdict")) {
            rows.add(List.of("verdict", Words.text(report, "verdict")));
        }
        report.path("reason").forEach(reason -> rows.add(List.of("reason", reason.asText())));
        if (report.path("truncated").asBoolean()) {
            rows.add(List.of("truncated", "the output is incomplete"));
        }
        report.path("facts").properties().forEach(fact -> {
            JsonNode value = fact.getValue();
            rows.add(List.of(fact.getKey(), value.isValueNode() ? value.asText() : value.toString()));
        });
        report.path("unparsed")
                .forEach(line -> rows.add(List.of("line " + line.path("line").asInt(), Words.text(line, "text"))));
        return Words.columns(rows);
    }
}
