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
    private static final String CONFIG = "config/README.md";
    private static final String PROBE = "facts/src/main/resources/dev/slipway/facts/probe/probe.sh";

    /**
     * {@code #} stands for the number, in the sentence of the document and in the line of the code, which is a class or
     * the path of a file.
     */
    record Limit(String document, String sentence, String code, String line) {}

    private static Stream<Limit> limits() {
        return Stream.of(operate(), ofDrains(), architecture()).flatMap(limits -> limits);
    }

    private static Stream<Limit> ofDrains() {
        return Stream.of(
                new Limit(OPERATE, "Every # minutes it reads the API", "DrainTiming", "SAFETY = Duration.ofMinutes(#)"),
                new Limit(
                        OPERATE, "until # minutes after its last drain", "DrainTiming", "KEEP = Duration.ofMinutes(#)"),
                new Limit(
                        OPERATE,
                        "its custom resources again after # s.",
                        "SharedOperatorResources",
                        "KEEP = Duration.ofSeconds(#)"),
                new Limit(OPERATE, "after its plan, at most # times.", "RolloutWorkflow", "int ROUNDS = #;"),
                new Limit(CONFIG, "its plan is through, at most # times.", "RolloutWorkflow", "int ROUNDS = #;"));
    }

    private static Stream<Limit> operate() {
        return Stream.of(
                new Limit(
                        OPERATE, "or until # day after Alertmanager", "Statuses", "PROPOSED_FOR = Duration.ofDays(#)"),
                new Limit(OPERATE, "a hang (# per fleet;", "FleetConnectivity", "int SOME = #;"),
                new Limit(OPERATE, "takes the request within # s, these", "Runs", "int TAKEN_SECONDS = #;"),
                new Limit(OPERATE, "as root and for at most # s; what", PROBE, "section initramfs # initramfs"),
                new Limit(
                        OPERATE,
                        "until the deadline, after # minutes that",
                        "StepDecision",
                        "FIRST_PAUSE = Duration.ofMinutes(#)"),
                new Limit(
                        OPERATE,
                        "again by themselves after # minutes that",
                        "StepDecision",
                        "FIRST_PAUSE = Duration.ofMinutes(#)"),
                new Limit(
                        OPERATE,
                        "after 2 minutes that grow to #, and go",
                        "StepDecision",
                        "LONGEST_PAUSE = Duration.ofMinutes(#)"),
                new Limit(
                        OPERATE, "ends the wait within # minutes.", "LedgerReads", "ONE_ROUND = Duration.ofMinutes(#)"),
                new Limit(OPERATE, "is tried # times within 1 minute", "Notifications", "int TRIES = #;"),
                new Limit(OPERATE, "times within # minute; then", "Notifications", "WITHIN = Duration.ofMinutes(#)"),
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
                        "\"socketTimeout\", \"#\""));
    }

    private static Stream<Limit> architecture() {
        return Stream.of(
                new Limit(ARCHITECTURE, "It reads pages of # nodes", "DriftCheckWorkflow", "int PAGE = #;"),
                new Limit(ARCHITECTURE, "at its end, # members at a time", "ScanJudgement", "int BATCH = #;"),
                new Limit(ARCHITECTURE, "counts and the first # lines", "FleetDrift", "int LINES_SHOWN = #;"),
                new Limit(ARCHITECTURE, "after the plan, at most # times.", "RolloutWorkflow", "int ROUNDS = #;"),
                new Limit(ARCHITECTURE, "; at most # runbooks.", "Diversion", "int MOST_RUNBOOKS = #;"),
                new Limit(
                        ARCHITECTURE,
                        "are older than # min by then",
                        "CapacityLease",
                        "STALE = Duration.ofMinutes(#);"),
                new Limit(
                        CONFIG,
                        "of plays that ended more than # days ago",
                        "AnsibleModule",
                        "PLAYS_KEPT = Duration.ofDays(#)"),
                new Limit(
                        ARCHITECTURE,
                        "waits at most # s for a grant",
                        "PartnerWorkflow",
                        "NO_WAITING = Duration.ofSeconds(#)"));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void isThatOfTheCode(Limit limit) throws IOException {
        Path file = limit.code().contains("/")
                ? ROOT.resolve(limit.code())
                : SourceFiles.main(ROOT, "/" + limit.code() + ".java").getFirst();
        String code = Files.readString(file);
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
