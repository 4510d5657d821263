package dev.slipway.facts.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Gathers what a parser finds. Of several verdicts the worst counts. */
public final class Findings {
    private static final int MOST_LINES = 200;
    private static final int MOST_REASONS = 50;
    private static final List<ToolVerdict> WORST_FIRST = List.of(
            ToolVerdict.FAIL,
            ToolVerdict.INFRASTRUCTURE_ERROR,
            ToolVerdict.UNKNOWN,
            ToolVerdict.SKIP,
            ToolVerdict.WARN,
            ToolVerdict.PASS);

    private final String format;
    private final ObjectNode facts = JsonNodeFactory.instance.objectNode();
    private final List<String> reasons = new ArrayList<>();
    private final List<Unparsed> unparsed = new ArrayList<>();
    private Optional<ToolVerdict> verdict = Optional.empty();
    private int notShown;
    private boolean truncated;
    private boolean incomplete;
    private boolean complete;
    private boolean silent;
    private Set<Integer> normalExits = Set.of(0);
    private Optional<String> doubt = Optional.empty();

    public Findings(String format) {
        this.format = format;
    }

    /** Returns the format of the output. */
    public String format() {
        return format;
    }

    /** Returns the facts, to be filled. */
    public ObjectNode facts() {
        return facts;
    }

    /** Adds a verdict with its reason; an empty reason adds none. */
    public Findings verdict(ToolVerdict found, String reason) {
        if (found == ToolVerdict.UNKNOWN || found == ToolVerdict.INFRASTRUCTURE_ERROR) {
            doubt(reason);
        }
        verdict = Optional.of(verdict.filter(v -> WORST_FIRST.indexOf(v) <= WORST_FIRST.indexOf(found))
                .orElse(found));
        if (!reason.isBlank() && reasons.size() < MOST_REASONS && !reasons.contains(reason)) {
            reasons.add(Text.shorten(reason, 400));
        }
        return this;
    }

    /** Notes a line that was not understood; the first 200 are listed, the others counted. */
    public Findings unparsed(Output.Line line) {
        if (unparsed.size() < MOST_LINES) {
            unparsed.add(new Unparsed(line.number(), Text.shorten(line.text(), 200)));
        } else {
            notShown++;
        }
        return this;
    }

    /**
     * The output shows by itself that nothing is missing: its own end, or each host, GPU or row that it announced.
     * Where it cannot, only the exit status 0 shows that the tool came to its end; without either nothing passes.
     */
    public Findings complete() {
        complete = true;
        return this;
    }

    /** Accepts no output: the tool prints nothing if there is nothing to report. */
    public Findings silent() {
        silent = true;
        return this;
    }

    /** Passes a good part of the output that shows no end of its own, but only with the exit status 0. */
    public Findings passedByStatus(Output output) {
        boolean ended = output.exit().equals(OptionalInt.of(0));
        return ended
                ? verdict(ToolVerdict.PASS, "")
                : verdict(ToolVerdict.UNKNOWN, "nothing shows that this is the whole output; exit status 0 would");
    }

    /**
     * Lists exit statuses besides 0 that the tool documents as no failure of its own, and that the verdict has weighed.
     */
    public Findings normalExits(Integer... statuses) {
        normalExits = Stream.concat(Stream.of(0), Stream.of(statuses)).collect(Collectors.toUnmodifiableSet());
        return this;
    }

    /** Notes that the output ends before its end, for this reason; it does not pass, whatever else is found. */
    public Findings cut(String reason) {
        truncated = true;
        incomplete = true;
        doubt(reason);
        return because(reason);
    }

    /** Notes that lines are cut, for this reason; their beginnings are complete. */
    public Findings narrowed(String reason) {
        truncated = true;
        return because(reason);
    }

    /** Adds a reason without a verdict. */
    public Findings because(String reason) {
        if (reasons.size() < MOST_REASONS && !reasons.contains(reason)) {
            reasons.add(Text.shorten(reason, 400));
        }
        return this;
    }

    /** Programs are not to take the value, for this reason and whatever the verdict is; the first reason counts. */
    public Findings doubt(String reason) {
        doubt = doubt.or(() -> Optional.of(reason.isBlank() ? "the output is incomplete" : Text.shorten(reason, 400)));
        return this;
    }

    /** Returns the findings in {@code output}; programs take the facts as they are. */
    public ToolReport<ObjectNode> of(Output output) {
        return of(output, facts);
    }

    /** Returns the findings in {@code output}, with {@code value} for programs. */
    public <T> ToolReport<T> of(Output output, T value) {
        if (output.cut()) {
            cut("only the beginning was read: the output is too long");
        }
        if (incomplete && verdict.isPresent()) {
            verdict(ToolVerdict.UNKNOWN, "");
        }
        if (verdict.isEmpty()) {
            understood(output);
            failingExit(output);
            besides(output, "not understood: ");
        } else if (verdict.filter(v -> v == ToolVerdict.PASS || v == ToolVerdict.WARN)
                .isPresent()) {
            doubtVerdict(output);
        }
        List<Unparsed> lines = new ArrayList<>(unparsed);
        if (notShown > 0) {
            lines.add(new Unparsed(0, "and " + notShown + " more lines"));
        }
        return new ToolReport<>(
                format,
                doubt.map(Reading::<T>unknown).orElseGet(() -> Reading.of(value)),
                facts,
                verdict,
                List.copyOf(reasons),
                List.copyOf(lines),
                truncated);
    }

    /** Sets UNKNOWN for an output of which nothing was understood, and for one that may have been lost. */
    private void understood(Output output) {
        int lines = output.written().size();
        if (lines > 0 && unparsed.size() + notShown >= lines) {
            verdict(ToolVerdict.UNKNOWN, "nothing in it is understood");
        } else if (lines == 0 && !silent && !output.exit().equals(OptionalInt.of(0))) {
            verdict(ToolVerdict.UNKNOWN, "nothing was printed; exit status 0 would show that there is nothing");
        }
    }

    /** Sets UNKNOWN for values beside a failing exit status, because they may be incomplete. */
    private void failingExit(Output output) {
        output.exit().stream()
                .filter(status -> !normalExits.contains(status))
                .forEach(status -> verdict(ToolVerdict.UNKNOWN, "exit status " + status));
    }

    /** Notes a message of a shell, a launcher or the connection: it ended the output, or the tool, before its end. */
    private void besides(Output output, String why) {
        output.written().stream()
                .map(Output.Line::text)
                .distinct()
                .map(ErrorLines::beside)
                .flatMap(Optional::stream)
                .forEach(kind -> verdict(ToolVerdict.INFRASTRUCTURE_ERROR, why + kind));
    }

    /** Bars a good verdict for any tool: a failing exit status, a crash, and no sign of the end. */
    private void doubtVerdict(Output output) {
        failingExit(output);
        besides(output, "");
        if (verdict.equals(Optional.of(ToolVerdict.PASS)) && !complete) {
            passedByStatus(output);
        }
    }
}
