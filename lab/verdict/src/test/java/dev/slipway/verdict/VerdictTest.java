package dev.slipway.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.verdict.TestLine.Event;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private final List<TestLine> lines = new ArrayList<>();
    private List<String> required = List.of();
    private List<String> quarantine = List.of();

    private VerdictTest test(String name, String tag, Event... events) {
        for (Event event : events) {
            List<String> tags = tag.isEmpty() ? List.of() : List.of(tag);
            String why = event == Event.FAILED ? "expected: 1 but was: 2" : "";
            lines.add(new TestLine(
                    lines.size(),
                    "[" + name + "]",
                    "dev.slipway.ATest",
                    name,
                    tags,
                    event,
                    new TestLine.Took(1_500, 700),
                    why));
        }
        return this;
    }

    private Verdict verdict() {
        List<Tier> tiers = Tier.of(List.of("nodes\tnodes prove-bmc\tpresent", "slurm\tslurm\tabsent (why)"), required);
        return new Verdict(tiers, Quarantine.of(quarantine), lines);
    }

    @Test
    void everyTestCountsInTheTierOfItsTag() {
        Verdict verdict = test("a", "", Event.BEGUN, Event.PASSED)
                .test("b", "prove-bmc", Event.BEGUN, Event.PASSED)
                .test("c", "slurm", Event.SKIPPED)
                .verdict();

        assertThat(verdict.good()).isTrue();
        assertThat(verdict.text(List.of("bmc passed: boots=1")))
                .contains(
                        "simulated              1       0        0  present",
                        "nodes                  1       0        0  present",
                        "slurm                  0       0        1  absent (why)",
                        "proof bmc passed: boots=1")
                .endsWith("Tests run: 3, Failures: 0, Errors: 0, Skipped: 1");
    }

    @Test
    void aTestThatFailedIsNamedAndTheRunIsNotGood() {
        Verdict verdict = test("a", "", Event.BEGUN, Event.FAILED).verdict();

        assertThat(verdict.good()).isFalse();
        assertThat(verdict.text(List.of()))
                .containsSequence("Failed:", "dev.slipway.ATest.a: expected: 1 but was: 2")
                .endsWith("Tests run: 1, Failures: 1, Errors: 0, Skipped: 0");
    }

    @Test
    void aTestThatPassedAtItsSecondTryHasFailed() {
        Verdict verdict = test("a", "", Event.BEGUN, Event.FAILED, Event.BEGUN, Event.PASSED)
                .verdict();

        assertThat(verdict.good()).isFalse();
        assertThat(verdict.text(List.of())).containsSequence("Failed:", "dev.slipway.ATest.a: expected: 1 but was: 2");
    }

    @Test
    void aFailureInQuarantineIsNamedWithItsCauseAndTheSumCountsTheList() {
        quarantine = List.of("# why", "dev.slipway.ATest.a 2026-11-25 waits for the clock", "");
        Verdict verdict = test("a(String)[2]", "", Event.BEGUN, Event.FAILED)
                .test("b", "", Event.BEGUN, Event.PASSED)
                .verdict();

        assertThat(verdict.good()).isTrue();
        assertThat(verdict.text(List.of()))
                .containsSequence(
                        "Failed in quarantine (lab/quarantine):",
                        "dev.slipway.ATest.a(String)[2] (2026-11-25 waits for the clock)")
                .endsWith("Tests run: 2, Failures: 0, Errors: 0, Skipped: 1, Quarantined: 1");
    }

    @Test
    void aDeadProcessIsNeverInQuarantine() {
        quarantine = List.of("dev.slipway.ATest.a 2026-11-25 waits for the clock");
        Verdict verdict = test("a", "", Event.BEGUN).verdict();

        assertThat(verdict.good()).isFalse();
    }

    @Test
    void whatTookLongestAndWhatTookMostProcessorTimeIsNamed() {
        assertThat(test("a", "", Event.BEGUN, Event.PASSED).verdict().text(List.of()))
                .containsSequence("Slowest classes:", "   3.0 s  dev.slipway.ATest")
                .containsSequence(
                        "Classes that took most processor time, without that of other processes:",
                        "   1.4 s  dev.slipway.ATest");
    }

    @Test
    void aClassThatFailedBeforeItsTestsHasFailed() {
        Verdict verdict =
                test("a", "", Event.FAILED).test("b", "", Event.PASSED).verdict();

        assertThat(verdict.good()).isFalse();
        assertThat(verdict.text(List.of())).containsSequence("Failed:", "dev.slipway.ATest.a: expected: 1 but was: 2");
    }

    @Test
    void aClassIsNoTest() {
        Verdict verdict =
                test("a", "", Event.CLASS_ENDED).test("b", "", Event.PASSED).verdict();

        assertThat(verdict.text(List.of())).endsWith("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
    }

    @Test
    void aTestWhoseProcessDiedHasFailed() {
        Verdict verdict = test("a", "", Event.BEGUN).verdict();

        assertThat(verdict.good()).isFalse();
        assertThat(verdict.text(List.of())).contains("dev.slipway.ATest.a began and did not end: its process died");
    }

    @Test
    void aTierThatMustBeThereAndOfWhichNoTestRanIsAFailure() {
        required = List.of("slurm");
        Verdict verdict =
                test("a", "", Event.PASSED).test("c", "slurm", Event.SKIPPED).verdict();

        assertThat(verdict.good()).isFalse();
        assertThat(verdict.text(List.of()))
                .contains("slurm                  0       0        1  absent (why), required, no test ran: FAILED");
    }

    @Test
    void aRunWithoutATestIsNotGood() {
        assertThat(verdict().good()).isFalse();
        assertThat(verdict().text(List.of())).contains("No test ran at all.");
    }
}
