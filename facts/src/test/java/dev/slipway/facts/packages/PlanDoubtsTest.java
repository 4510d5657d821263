package dev.slipway.facts.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.packages.DnfTransaction.Change;
import dev.slipway.facts.packages.DnfTransaction.Transaction;
import dev.slipway.facts.parse.ToolParsers;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanDoubtsTest {
    private static final String PLAN = """
            Dependencies resolved.
            ================================================================================
             Package            Architecture   Version              Repository         Size
            ================================================================================
            Upgrading:
             kmod-nvidia        x86_64         3:570.133.20-1.el9   cuda               12 M
            %s
            Transaction Summary
            ================================================================================
            Upgrade  1 Package

            Operation aborted.
            """;

    private static Output output(String text) {
        return Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.empty());
    }

    private static ToolReport<Transaction> plan(String text) {
        return DnfTransaction.parse(output(text));
    }

    @Test
    void aLockThatWasWaitedForLeavesThePlanAsItIs() {
        String waited = "Waiting for process with pid 1234 to finish.\n";

        assertThat(plan(waited + PLAN.formatted("")).value().map(Transaction::planned))
                .satisfies(planned -> assertThat(planned.or(List.of()))
                        .containsExactly(new Change("upgrading", "kmod-nvidia", "3:570.133.20-1.el9")));
        assertThat(plan(waited + "Nothing to do.\n").value().known()).isTrue();
        assertThat(plan(waited).value().known()).isFalse();
    }

    @Test
    void aRowThatCameToNoEndBarsThePlan() {
        ToolReport<Transaction> report = plan(PLAN.formatted("Reinstalling:\n nvidia-driver      x86_"));

        assertThat(report.value().known()).isFalse();
        assertThat(report.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(report.reasons()).contains("a row that is not understood: nvidia-driver x86_");
    }

    /** The sections of modules and groups are those of dnf 4.14 (dnf/cli/output.py) and dnf 5.2. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Disabling module profiles:\n nvidia-driver/default   ",
                "Switching module streams:\n nvidia-driver           latest-dkms -> open-dkms    ",
                "Resetting modules:\n nvidia-driver   ",
                "Disabling modules:\n nvidia-driver   ",
                "Installing Groups:\n Server with GUI   ",
                "Changing reason:\n kmod-nvidia   x86_64  3:570.133.20-1.el9  @System   0.0   B",
                "Some heading of a newer dnf:\n kmod-nvidia",
                " kmod-nvidia: nobody knows what this is"
            })
    void aSectionThatIsNotUnderstoodIsNoPlan(String section) {
        ToolReport<Transaction> report = plan(PLAN.formatted(section));

        assertThat(report.value().known()).isFalse();
        assertThat(report.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(report.unparsed()).isNotEmpty();
    }

    /** NVIDIA's repository for EL 8 and 9 is one of modules with a default stream. */
    @Test
    void aModuleThatThePlanTurnsOnIsAChangeOfIt() {
        ToolReport<Transaction> report =
                plan(PLAN.formatted("Enabling module streams:\n nvidia-driver                  latest-dkms     "));

        assertThat(report.value().map(Transaction::planned).or(List.of()))
                .containsExactly(
                        new Change("upgrading", "kmod-nvidia", "3:570.133.20-1.el9"),
                        new Change("enabling module streams", "nvidia-driver", "latest-dkms"));
    }

    @Test
    void whatIsSaidBehindThePlanIsNoRowOfIt() {
        assertThat(plan(PLAN.formatted("") + "Some plugin:\n  says this\n")
                        .value()
                        .known())
                .isTrue();
    }

    @Test
    void whatAPackageReplacesIsReadInTheColumnsOfDnf5() {
        assertThat(plan(PLAN.formatted("   replacing noopenh264   x86_64  0:2.6.0-1.fc42  @System  39.0 KiB"))
                        .value()
                        .map(Transaction::planned)
                        .or(List.of()))
                .contains(new Change("replaced", "noopenh264", "0:2.6.0-1.fc42"));
    }

    @Test
    void whatATransactionCameToIsKnownWhateverElseItSaid() {
        assertThat(DnfTransaction.begun(output("""
                        Errors during downloading metadata for repository 'extras':
                          - Curl error (7): Couldn't connect to server for https://mirror/extras
                          Reinstalling     : kmod-nvidia-3:570.133.20-1.el9.x86_64                 1/2
                        Complete!
                        """)))
                .containsExactly("kmod-nvidia-3:570.133.20-1.el9.x86_64: reinstalling");
        assertThat(AptTransaction.begun(output("""
                        Unpacking nvidia-utils-570 (570.133.20-0ubuntu1) over (570.124.06-0ubuntu1) ...
                        dpkg: error processing package nvidia-dkms-570 (--configure):
                        """)).stream().map(AptStep::name))
                .containsExactly("nvidia-utils-570");
    }

    @Test
    void aVersionThatIsNoneIsNamedAndThrowsNothing() {
        ToolReport<List<AptStep>> report = AptTransaction.parse(output("Unpacking foo (2) over (1_0) ...\n"));

        assertThat(report.value().known()).isFalse();
        assertThat(report.reasons()).anyMatch(reason -> reason.startsWith("foo: not a Debian version"));
    }

    /** apt 3, of Debian 13 and Ubuntu 25.04, writes words where apt-get writes letters. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Error: Unable to locate package nvidia-driver-571 | no-such-package | FAIL",
                "Error: Unable to satisfy dependencies. Reached two conflicting assignments: | unmet-dependencies | FAIL",
                "Error: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1234 (apt) | lock-held | INFRASTRUCTURE_ERROR",
                "Error: Failed to fetch http://mirror/x.deb  404  Not Found | fetch-failed | INFRASTRUCTURE_ERROR",
                "Error: Version '570.1' for 'nvidia-driver-570' was not found | no-such-version | FAIL"
            })
    void readsTheErrorsOfApt3(String line, String kind, ToolVerdict verdict) {
        ToolReport<?> report = ToolParsers.parse(
                "packages",
                ("Notice: something\n" + line + "\n").getBytes(StandardCharsets.UTF_8),
                OptionalInt.of(100));

        assertThat(report.format()).isEqualTo("apt transaction");
        assertThat(report.facts().at("/errors/0/kind").asText()).isEqualTo(kind);
        assertThat(report.verdict()).contains(verdict);
        assertThat(report.unparsed()).isEmpty();
    }
}
