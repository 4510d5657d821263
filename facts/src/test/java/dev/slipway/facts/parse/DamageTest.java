package dev.slipway.facts.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.parse.Expectations.Block;
import dev.slipway.facts.tool.ToolReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every sample of every tool, damaged in every way that a pipe, a terminal or a lying node damages it. No damage makes the
 * verdict better than that of the whole output, and what is cut, failed or carries an error never passes.
 */
class DamageTest {
    /** Longer outputs are damaged at so many lines, evenly; {@code -Dslipway.damage.lines} sets another number. */
    private static final int LINES = Integer.getInteger("slipway.damage.lines", 150);

    private static final String FOREIGN = "zzq: something that no tool of ours prints";

    /**
     * Logs have no end and announce nothing: of a log that lost its only line of a failure nothing can show it. What is left
     * never passes all the same, and where two logs stand one behind the other nothing of either gets better.
     */
    private static final Set<String> LOGS = Set.of("kernel-log", "fabricmanager");

    /** Failing exit statuses that a tool documents as normal beside a good output. */
    private static final Map<String, Set<Integer>> NORMAL = Map.of("dcgmi", Set.of(205), "packages", Set.of(100));

    private record Sample(String tool, String name, OptionalInt exit, List<String> lines, ToolReport<?> whole) {
        static Sample of(String tool, Map.Entry<String, Block> block) {
            String name = block.getKey().split(" ", 2)[0];
            byte[] bytes = Expectations.bytes(tool, name);
            OptionalInt exit = block.getValue().exit();
            List<String> lines =
                    new String(bytes, StandardCharsets.ISO_8859_1).lines().toList();
            return new Sample(tool, name, exit, lines, ToolParsers.parse(tool, bytes, exit));
        }

        ToolReport<?> read(List<String> damaged, OptionalInt with) {
            String text = String.join("\n", damaged) + "\n";
            return ToolParsers.parse(tool, text.getBytes(StandardCharsets.ISO_8859_1), with);
        }

        ToolReport<?> read(List<String> damaged) {
            return read(damaged, exit);
        }

        List<String> plus(int at, List<String> more) {
            List<String> all = new ArrayList<>(lines);
            all.addAll(at, more);
            return all;
        }

        /** One document of JSON or XML, in the midst of which nothing else can stand. */
        boolean document() {
            return lines.stream()
                    .map(String::strip)
                    .anyMatch(line -> line.startsWith("{") || line.startsWith("[{") || line.startsWith("<?xml"));
        }

        /** Whether what a line of it said is lost with that line. */
        boolean lost() {
            return LOGS.contains(tool) && !whole.format().equals("systemctl status");
        }

        /** Of an output of more than a few lines a fifth of them is damaged today, and another tomorrow. */
        IntStream places() {
            int step = Math.max(1, lines.size() / LINES);
            List<Integer> all = IntStream.range(0, lines.size())
                    .filter(at -> at % step == 0 || at > lines.size() - 20)
                    .boxed()
                    .toList();
            return Expectations.today(all, name.hashCode()).stream().mapToInt(at -> at);
        }

        String at(Object where) {
            return tool + "/" + name + " " + where;
        }
    }

    private static void each(String tool, BiConsumer<Sample, List<String>> check) {
        List<String> wrong = new ArrayList<>();
        Expectations.of(tool).blocks().entrySet().forEach(block -> check.accept(Sample.of(tool, block), wrong));
        assertThat(wrong).as(wrong.size() + " of " + tool).isEmpty();
    }

    static Stream<String> tools() {
        return ToolParsers.names().stream();
    }

    /** An empty line says nothing, nor does the bare sign that nccl-tests prints behind the line of its end. */
    static boolean saysSomething(List<String> rest) {
        return rest.stream().anyMatch(line -> !line.isBlank() && !line.equals("#"));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void aCutNeverPasses(String tool) {
        each(
                tool,
                (sample, wrong) -> sample.places()
                        .filter(at -> saysSomething(
                                sample.lines().subList(at, sample.lines().size())))
                        .forEach(at -> {
                            ToolReport<?> cut = sample.read(sample.lines().subList(0, at));
                            if (passes(cut) || (better(cut, sample.whole()) && !sample.lost())) {
                                wrong.add(sample.at("cut before line " + (at + 1) + ": " + verdicts(sample, cut)));
                            }
                        }));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void aLineThatIsMissingMakesNothingBetter(String tool) {
        each(
                tool,
                (sample, wrong) -> sample.places().forEach(at -> {
                    List<String> lines = new ArrayList<>(sample.lines());
                    String line = lines.remove(at);
                    ToolReport<?> less = sample.read(lines);
                    if (better(less, sample.whole()) && (passes(less) || !sample.lost())) {
                        wrong.add(sample.at("without line " + (at + 1) + ": " + verdicts(sample, less) + ": " + line));
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void aForeignLineIsNamedAndLeavesTheVerdict(String tool) {
        each(
                tool,
                (sample, wrong) -> sample.places()
                        .filter(at -> at == 0 || !sample.document())
                        .filter(at -> sample.lines().stream().anyMatch(line -> !line.isBlank()))
                        .forEach(at -> {
                            ToolReport<?> more = sample.read(sample.plus(at, List.of(FOREIGN)));
                            boolean named = more.unparsed().stream()
                                    .anyMatch(u -> u.text().contains("zzq"));
                            if (!named || !more.verdict().equals(sample.whole().verdict())) {
                                String what = named ? verdicts(sample, more) : "not named";
                                wrong.add(sample.at("foreign line " + (at + 1) + ": " + what));
                            }
                        }));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void anErrorBesideItNeverPasses(String tool) {
        List<String> errors = DamageErrors.of(tool);
        each(
                tool,
                (sample, wrong) -> errors.forEach(error -> {
                    for (int at : new int[] {0, sample.lines().size()}) {
                        ToolReport<?> told = sample.read(sample.plus(at, List.of(error)));
                        // Values that have no verdict get one: they may not be all.
                        if (told.verdict().isEmpty() || passes(told) || better(told, sample.whole())) {
                            wrong.add(sample.at(verdicts(sample, told) + " beside: " + error));
                        }
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void aFailingExitStatusNeverPasses(String tool) {
        each(tool, (sample, wrong) -> {
            for (int status : new int[] {1, 100, 124, 127, 137, 205, 255}) {
                ToolReport<?> failed = sample.read(sample.lines(), OptionalInt.of(status));
                boolean normal = NORMAL.getOrDefault(tool, Set.of()).contains(status);
                if ((passes(failed) && !normal) || better(failed, sample.whole())) {
                    wrong.add(sample.at(verdicts(sample, failed) + " with exit status " + status));
                }
            }
        });
    }

    /** Two nodes in one paste, or one output twice: what is wrong with either stays wrong. */
    @ParameterizedTest
    @MethodSource("tools")
    void oneOutputBehindAnotherIsNoBetter(String tool) {
        List<Sample> samples = Expectations.of(tool).blocks().entrySet().stream()
                .map(block -> Sample.of(tool, block))
                .toList();
        each(
                tool,
                (sample, wrong) -> samples.forEach(other -> {
                    ToolReport<?> both = sample.read(sample.plus(sample.lines().size(), other.lines()));
                    // Of a log without an end that holds no error only this is not known; what another log says, it
                    // says.
                    boolean warns = sample.lost() && other.lost() && !fails(sample.whole()) && !fails(other.whole());
                    if ((better(both, sample.whole()) || better(both, other.whole())) && (passes(both) || !warns)) {
                        wrong.add(sample.at(
                                "before " + other.name() + ": " + sample.whole().verdict() + " and "
                                        + other.whole().verdict() + " became " + both.verdict()));
                    }
                }));
    }

    /** Formats whose end shows: what lacks it does not pass even where the tool says that it succeeded. */
    private static boolean shows(Sample sample) {
        return sample.tool().equals("nccl-tests")
                || sample.whole().format().startsWith("dcgmi diag")
                || sample.whole().format().startsWith("dcgmi nvlink -e");
    }

    /** A comment that says nothing is no part of an output that is known to have come to its end. */
    @ParameterizedTest
    @MethodSource("tools")
    void aCutNeverPassesEvenWithExitStatusZero(String tool) {
        each(
                tool,
                (sample, wrong) -> sample.places()
                        .filter(at -> shows(sample))
                        .filter(at -> saysSomething(
                                sample.lines().subList(at, sample.lines().size())))
                        .forEach(at -> {
                            ToolReport<?> cut = sample.read(sample.lines().subList(0, at), OptionalInt.of(0));
                            if (passes(cut)) {
                                wrong.add(sample.at("cut before line " + (at + 1) + " with exit status 0 passes"));
                            }
                        }));
    }

    private static boolean passes(ToolReport<?> report) {
        return report.verdict().equals(Optional.of(ToolVerdict.PASS));
    }

    private static boolean fails(ToolReport<?> report) {
        return report.verdict().equals(Optional.of(ToolVerdict.FAIL));
    }

    private static boolean better(ToolReport<?> damaged, ToolReport<?> whole) {
        return whole.verdict().isPresent() && rank(damaged) > rank(whole);
    }

    /** What no gate lets through is equally bad, known or not; so is an output without any verdict. */
    private static int rank(ToolReport<?> report) {
        return report.verdict()
                .map(verdict -> switch (verdict) {
                    case PASS -> 2;
                    case WARN -> 1;
                    case FAIL, SKIP, INFRASTRUCTURE_ERROR, UNKNOWN -> 0;
                })
                .orElse(0);
    }

    private static String verdicts(Sample sample, ToolReport<?> damaged) {
        return sample.whole().verdict() + " became " + damaged.verdict();
    }
}
