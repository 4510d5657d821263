package dev.slipway.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The limits that documents name are those of the code: each number beside the constant that it repeats. */
class DocumentedNumbersTest {
    private static final Path ROOT = Path.of("..");
    private static final String OPERATE = "docs/operate.md";
    private static final String ARCHITECTURE = "docs/architecture.md";

    /** {@code #} stands for the number, in the sentence of the document and in the line of the code. */
    record Limit(String document, String sentence, String code, String line) {}

    private static Stream<Limit> limits() {
        return Stream.of(
                new Limit(OPERATE, "; the # newest are asked.", "RolloutStates", "int NEWEST = #;"),
                new Limit(OPERATE, "Temporal is asked about # old rows", "Staleness", "int QUESTIONS = #;"),
                new Limit(OPERATE, "the last # node runs and the last", "LedgerGrowth", "int RUNS = #;"),
                new Limit(OPERATE, "node runs and the last # scans", "LedgerGrowth", "int SCANS = #;"),
                new Limit(
                        OPERATE,
                        "From # s on it is also in the summary",
                        "ClockSkew",
                        "REMARKED = Duration.ofSeconds(#)"),
                new Limit(
                        OPERATE,
                        "Over # minutes the times of kernel log",
                        "ClockSkew",
                        "TOO_FAR = Duration.ofMinutes(#)"),
                new Limit(
                        OPERATE,
                        "still runs after # minutes is not killed",
                        "DetachedRun",
                        "LONGEST = Duration.ofMinutes(#)"),
                new Limit(OPERATE, "At most # lines are put in one question", "LogReading", "int LINES = #;"),
                new Limit(
                        OPERATE,
                        "after 2 minutes that grow to #; at",
                        "StepDecision",
                        "LONGEST_PAUSE = Duration.ofMinutes(#)"),
                new Limit(
                        OPERATE,
                        "(of any worker, at most # hours old)",
                        "LeaveOfService",
                        "DRIFT_RATE_HOLDS = Duration.ofHours(#)"),
                new Limit(
                        OPERATE,
                        "Without a check in the last # hours",
                        "LeaveOfService",
                        "DRIFT_RATE_HOLDS = Duration.ofHours(#)"),
                new Limit(OPERATE, "was isolated within # days", "RecurrenceRules", "MONTH = Duration.ofDays(#)"),
                new Limit(OPERATE, "A request body is at most # MiB", "RequestLimits", "int MOST_BYTES = # << 20;"),
                new Limit(
                        OPERATE,
                        "counts as away after # s (`socketTimeout`",
                        "LedgerDatabase",
                        "\"socketTimeout\", \"#\""),
                new Limit(ARCHITECTURE, "It reads pages of # nodes", "DriftCheckWorkflow", "int PAGE = #;"),
                new Limit(
                        ARCHITECTURE,
                        "waits at most # s for a grant",
                        "PartnerWorkflow",
                        "NO_WAITING = Duration.ofSeconds(#)"));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void isThatOfTheCode(Limit limit) throws IOException {
        String code = Files.readString(
                SourceFiles.main(ROOT, "/" + limit.code() + ".java").getFirst());
        String constant = found(limit.line(), code, limit.code());

        assertThat(found(limit.sentence(), Files.readString(ROOT.resolve(limit.document())), limit.document()))
                .as(limit.sentence() + " in " + limit.document() + ", of " + limit.line() + " in " + limit.code())
                .isEqualTo(constant);
    }

    private static String found(String text, String in, String where) {
        Pattern pattern = Pattern.compile("\\Q" + text.replace("#", "\\E([0-9]+)\\Q") + "\\E");
        List<String> found =
                pattern.matcher(in).results().map((MatchResult m) -> m.group(1)).toList();
        assertThat(found).as("'%s' in %s", text, where).hasSize(1);
        return found.getFirst();
    }
}
