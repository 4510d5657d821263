package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.LogBound;
import dev.slipway.facts.parse.ToolGuess;
import dev.slipway.facts.parse.ToolNames;
import dev.slipway.facts.parse.ToolParsers;
import dev.slipway.facts.tool.ToolReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints what the output of a tool means. It needs no server and no node: a terminal log is enough. */
@Command(
        name = "parse",
        customSynopsis = "slipway parse [TOOL] [FILE] [OPTIONS]",
        description =
                "Read what a tool printed, from FILE or stdin, and print what it means: format, facts, the verdict "
                        + "where the output carries one, and every line that was not understood. Asks no server.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:PASS",
            "1:FAIL",
            "2:wrong command line, no such tool, or a file that cannot be read",
            "3:UNKNOWN, SKIP or INFRASTRUCTURE_ERROR: the output proves nothing",
            "6:WARN",
            "7:values were read; this kind of output carries no verdict",
            "8:not understood: no line is known, or the tool must be named",
            "70:a bug in slipway; --debug shows where"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  slipway parse dmesg.txt               the tool is guessed from its lines",
            "  slipway parse dmesg dmesg.txt --text  a named tool, and lines for people",
            "  slipway parse                         paste it, then press Ctrl-D",
            "  dcgmi diag -r 2 -j | slipway parse dcgmi",
            "  journalctl -k | slipway parse journalctl --since 2026-11-21T10:00:00Z",
            "  lspci -nn >pci; slipway parse lspci pci --exit-status $?"
        })
final class ParseCommand extends ApiCommand {
    /** Longer output is cut by the parsers; reading a little more shows them that it was. */
    private static final int MOST_BYTES = 5 << 20;

    private static final String KERNEL_LOG = "kernel-log";
    private static final Set<String> FOREIGN_OPTIONS = Set.of("--json", "--server", "--token-file");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TOOL",
            completionCandidates = Tools.class,
            description = "The tool that printed it; left out, it is guessed. One of: ${COMPLETION-CANDIDATES}.")
    @Nullable
    String first;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The output; - or none is stdin. A file named like a tool is written ./dmesg.")
    @Nullable
    String second;

    @Option(
            names = "--exit-status",
            paramLabel = "N",
            description =
                    "The tool's own exit status, where it is known. An output without an end mark, such as that of "
                            + "lspci, passes only with 0.")
    @Nullable
    Integer exitStatus;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = LogTime.class,
            description =
                    "Kernel logs only: leave out what is certainly older, e.g. 2026-11-21T10:00:00Z or @1795255200.")
    @Nullable
    Instant since;

    @Option(
            names = "--boot",
            paramLabel = "TIME",
            converter = LogTime.class,
            description = "Kernel logs only: when the log's last boot began; makes instants of seconds since boot.")
    @Nullable
    Instant boot;

    @Option(names = "--text", description = "Print lines for people instead of JSON, which is printed without it.")
    boolean text;

    /** Is the source of an output that is in no file. */
    StandardInput input = StandardInput.ofProcess();

    /** Lists the names of all tools. */
    static final class Tools implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ToolNames.all().iterator();
        }
    }

    @Override
    public Integer call() {
        Optional<String> tool = tool();
        if (text && slipway().json) {
            throw new Refusal(Exit.USAGE, "--text and --json exclude each other", "leave one of them out");
        }
        tool.filter(name -> bounded() && !ToolNames.readsKernelLog(name)).ifPresent(ParseCommand::notOfKernel);
        byte[] bytes = bytes(tool);
        Optional<ToolGuess> guess = tool.isPresent() ? Optional.empty() : Optional.of(ToolGuess.of(bytes));
        String parser = guess.map(this::guessed)
                .or(() -> tool.flatMap(name -> ToolNames.parser(name, bytes)))
                .orElseThrow();
        ToolReport<?> parsed = parse(parser, bytes);
        ObjectNode report = ApiClient.body().put("tool", tool.orElseGet(() -> ToolNames.typed(parser)));
        guess.map(g -> g.marks().get(parser))
                .ifPresent(line -> report.put(
                        "guessedFrom",
                        "line " + line.number() + ": "
                                + Text.shorten(line.text().strip(), 120)));
        report.setAll(parsed.json());
        out().println(text ? words(report).stripTrailing() : ApiClient.pretty(report));
        out().flush();
        return ParseExit.of(parsed, bytes);
    }

    /** Leaves out of the help what only commands that call the starter use, and {@code --json}, the default here. */
    static void describeOwnOptions(CommandLine parse) {
        parse.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                        help -> help.optionListExcludingGroups(help.commandSpec().options().stream()
                                .filter(option -> !FOREIGN_OPTIONS.contains(option.longestName()))
                                .toList()));
    }

    /** Returns the named tool. A single word that is no tool's name is a file. */
    private Optional<String> tool() {
        if (first == null || ToolNames.all().contains(first)) {
            return Optional.ofNullable(first);
        } else if (second == null && (first.equals("-") || Files.isReadable(Path.of(first)))) {
            return Optional.empty();
        }
        String what = second == null
                ? "'" + first + "' is neither a tool nor a file"
                : "there is no parser for '" + first + "'";
        throw new Refusal(Exit.USAGE, what, "tools: " + String.join(", ", ToolNames.all()));
    }

    private ToolReport<?> parse(String parser, byte[] bytes) {
        OptionalInt exit = exitStatus == null ? OptionalInt.empty() : OptionalInt.of(exitStatus);
        if (!bounded()) {
            return ToolParsers.parse(parser, bytes, exit);
        } else if (!parser.equals(KERNEL_LOG)) {
            notOfKernel(parser);
        }
        return ToolParsers.kernelLog(bytes, exit, new LogBound(Optional.ofNullable(since), Optional.ofNullable(boot)));
    }

    private boolean bounded() {
        return since != null || boot != null;
    }

    private static void notOfKernel(String name) {
        throw new Refusal(
                Exit.USAGE,
                "--since and --boot are for kernel logs, not for the output of '" + name + "'",
                "leave them out");
    }

    private String guessed(ToolGuess guess) {
        return guess.sure().orElseThrow(() -> {
            List<String> names = guess.parsers().stream().map(ToolNames::typed).toList();
            String source = first == null || first.equals("-") ? "" : " " + first;
            String what = names.isEmpty()
                    ? "no line shows which tool printed this"
                    : "lines of several tools are in this: " + String.join(", ", names);
            String next = names.isEmpty()
                    ? "name the tool: slipway parse TOOL" + source + ", with one of: "
                            + String.join(", ", ToolNames.all())
                    : "name the one to read: "
                            + String.join(
                                    " or ",
                                    names.stream()
                                            .map(n -> "slipway parse " + n + source)
                                            .toList());
            return new Refusal(ParseExit.NOT_UNDERSTOOD, what, next);
        });
    }

    private byte[] bytes(Optional<String> tool) {
        String file = tool.isPresent() ? second : first;
        try {
            if (file != null && !file.equals("-")) {
                try (InputStream in = Files.newInputStream(Path.of(file))) {
                    return in.readNBytes(MOST_BYTES);
                }
            }
            if (input.terminal()) {
                PrintWriter err = rawErr();
                err.println(
                        "slipway: waiting for the output of a tool: paste it, then press Ctrl-D on a line of its own");
                err.println("  or press Ctrl-C and name a file: slipway parse "
                        + tool.map(name -> name + " ").orElse("") + "FILE");
                err.flush();
            }
            return input.stream().readNBytes(MOST_BYTES);
        } catch (IOException e) {
            throw new Refusal(
                    Exit.USAGE,
                    (file == null ? "stdin" : file) + " cannot be read",
                    "name a file with the output of the tool",
                    e);
        }
    }

    private static String words(JsonNode report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("tool", Words.text(report, "tool")));
        if (report.has("guessedFrom")) {
            rows.add(List.of("guessed from", Words.text(report, "guessedFrom")));
        }
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
