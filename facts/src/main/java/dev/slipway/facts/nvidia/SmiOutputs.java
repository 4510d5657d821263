package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Splits several outputs of {@code nvidia-smi} in one paste: each is read by itself, and the worst verdict counts. */
final class SmiOutputs {

    /** Recognises an output by a line that it has. */
    private enum Kind {
        REPORT("=+\\s*NVSMI LOG\\s*=+\\s*"),
        XML("\\s*(?:<\\?xml .*|<nvidia_smi_log>.*)"),
        TABLE("\\|\\s*NVIDIA-SMI [0-9].*"),
        VERSION("(?i)NVIDIA-SMI version\\s*:.*"),
        TOPOLOGY("\\s+GPU0\\s.*(?:CPU Affinity|GPU1).*"),
        LIST("GPU [0-9]{1,4}: .*\\(UUID: .*"),
        ROWS("(?:[0-9]{1,4}|GPU-[0-9a-f-]{8,}|(?:NVIDIA|Tesla|Quadro|GeForce) [^,]{1,60}"
                + "|[0-9/]{10} [0-9:.]{8,12})(?:, [^,]{1,200}){1,300}");

        private final Pattern mark;

        Kind(String mark) {
            this.mark = Pattern.compile(mark);
        }

        /** Returns whether one line begins another output even after one of its kind. */
        private boolean begins() {
            return this != LIST && this != ROWS;
        }
    }

    private SmiOutputs() {}

    private static Optional<Kind> kind(String line) {
        for (Kind kind : Kind.values()) {
            if (kind.mark.matcher(line).matches()) {
                return Optional.of(kind);
            }
        }
        return line.contains(",") && SmiCsv.header(line) ? Optional.of(Kind.ROWS) : Optional.empty();
    }

    /** Returns the outputs in their order; one if there is only one. */
    static List<Output> of(Output output) {
        List<List<Output.Line>> parts = new ArrayList<>();
        parts.add(new ArrayList<>());
        Optional<Kind> current = Optional.empty();
        for (Output.Line line : output.lines()) {
            Optional<Kind> kind = kind(line.text());
            boolean other = kind.isPresent()
                    && current.isPresent()
                    && (!kind.equals(current) || (kind.get().begins() && !sameDocument(line, parts.getLast())));
            boolean another = kind.equals(Optional.of(Kind.ROWS)) && kind.equals(current) && SmiCsv.header(line.text());
            if (other || another) {
                parts.add(new ArrayList<>(opening(parts.getLast(), kind.orElseThrow())));
            }
            current = kind.isPresent() ? kind : current;
            parts.getLast().add(line);
        }
        return parts.size() == 1
                ? List.of(output)
                : parts.stream().map(output::only).toList();
    }

    /** Returns whether the declaration of an XML document and its root are in one document. */
    private static boolean sameDocument(Output.Line line, List<Output.Line> before) {
        boolean root = line.text().strip().startsWith("<nvidia_smi_log");
        return root && before.stream().noneMatch(l -> l.text().contains("<nvidia_smi_log"));
    }

    /** Returns the date and the border above the head of a table, which belong to it. */
    private static List<Output.Line> opening(List<Output.Line> before, Kind kind) {
        if (kind != Kind.TABLE
                || before.isEmpty()
                || !before.getLast().text().strip().startsWith("+--")) {
            return List.of();
        }
        return List.of(before.removeLast());
    }

    /** Returns the verdicts and reasons of all. */
    static ToolReport<?> together(Output output, List<Output> parts, Function<Output, ToolReport<?>> parser) {
        Findings found = new Findings("nvidia-smi, several outputs").complete();
        ArrayNode outputs = found.facts().putArray("outputs");
        for (Output part : parts) {
            ToolReport<?> report = parser.apply(part);
            outputs.addObject().put("format", report.format()).set("facts", report.facts());
            report.verdict().ifPresent(verdict -> found.verdict(verdict, ""));
            report.reasons().forEach(found::because);
            report.unparsed().forEach(line -> found.unparsed(new Output.Line(line.line(), line.text())));
            if (report.truncated()) {
                found.narrowed("one of several outputs is incomplete");
            }
        }
        return found.of(output);
    }
}
