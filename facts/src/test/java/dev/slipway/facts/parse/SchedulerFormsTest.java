package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slurm's states and the forms in which people paste them; DKMS and dpkg where their words mislead. */
class SchedulerFormsTest {
    private static ToolReport<?> parse(String tool, String text) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.empty());
    }

    /** "-" stands for a key that is left out: the word hides what the node does. */
    @ParameterizedTest
    @CsvSource({
        "IDLE+DRAIN, true, true, false, false",
        "IDLE+DRAIN+COMPLETING, true, false, false, false",
        "MIXED+DRAIN, true, false, false, false",
        "DOWN+DRAIN, true, false, true, false",
        "UNKNOWN+DRAIN, true, false, false, false",
        "DOWN+REBOOT_REQUESTED, false, false, true, false",
        "DOWN+REBOOT_ISSUED, false, false, false, true",
        "IDLE+DRAIN+REBOOT_REQUESTED, true, true, false, false",
        "drained$, true, true, false, false",
        "drain*, true, true, false, false",
        "drng@, true, false, false, false",
        "down$~, false, false, true, false",
        "boot^, -, -, -, true",
        "reboot^, -, -, -, true",
        "unk*, -, -, -, -",
        "inval, -, -, -, -",
        "mystery, -, -, -, -",
        "IDLE+MYSTERY, -, -, -, -"
    })
    void saysOfAStateOnlyWhatItProves(String state, String drain, String drained, String down, String rebooting) {
        var node = parse("slurm", "NodeName=gpu01 Arch=x86_64\n   State=" + state + " ThreadsPerCore=1\n")
                .facts()
                .at("/nodes/0");

        assertThat(node.path("drain").asText("-")).isEqualTo(drain);
        assertThat(node.path("drained").asText("-")).isEqualTo(drained);
        assertThat(node.path("down").asText("-")).isEqualTo(down);
        assertThat(node.path("rebooting").asText("-")).isEqualTo(rebooting);
    }

    /** "-" stands for a key that is left out: a word that hides flags, or is not known, proves only what is shown. */
    @ParameterizedTest
    @CsvSource({
        "unk*, -, true, -",
        "inval, -, -, -",
        "mystery@, true, -, -",
        "boot^, -, -, -",
        "maint, false, false, true",
        "IDLE+MYSTERY+MAINTENANCE, -, -, true",
        "UNKNOWN+DRAIN+NOT_RESPONDING, false, true, false"
    })
    void takesAFlagThatIsNotShownForUnsetOnlyWhereItWouldBeShown(
            String state, String requested, String notResponding, String maintenance) {
        var node =
                parse("slurm", "NodeName=gpu01 State=" + state + "\n").facts().at("/nodes/0");

        assertThat(node.path("rebootRequested").asText("-")).isEqualTo(requested);
        assertThat(node.path("notResponding").asText("-")).isEqualTo(notResponding);
        assertThat(node.path("maintenance").asText("-")).isEqualTo(maintenance);
    }

    /** A row that was not understood may be a job that runs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n%s",
                "JOBID|USER|STATE|NODELIST\n%s"
            })
    void calledIdleOnlyWhereEveryRowWasUnderstood(String queue) {
        ToolReport<?> odd = parse("slurm", queue.formatted("zzq: a row of a release to come\n"));

        assertThat(odd.unparsed()).hasSize(1);
        assertThat(odd.facts().has("idle")).isFalse();
        assertThat(parse("slurm", queue.formatted("")).facts().path("idle").asBoolean())
                .isTrue();
    }

    /** squeue(1): the short words of the states in which a job has nodes. */
    @ParameterizedTest
    @ValueSource(strings = {"R", "CG", "CF", "S", "ST"})
    void countsEveryJobThatHasNodes(String state) {
        ToolReport<?> parsed = parse("slurm", "JOBID|USER|STATE|NODELIST\n7|ml|" + state + "|gpu01\n");

        assertThat(parsed.facts().path("idle").asText("-")).isEqualTo("false");
    }

    @Test
    void aJobThatRunsBesideARowThatWasNotUnderstoodIsNotIdle() {
        ToolReport<?> parsed = parse("slurm", "JOBID|USER|STATE|NODELIST\n7|ml|RUNNING|gpu01\nzzq: a row\n");

        assertThat(parsed.facts().path("running").asInt()).isEqualTo(1);
        assertThat(parsed.facts().path("idle").asText("-")).isEqualTo("false");
    }

    /** "-" stands for a key that is left out: sinfo(1) does not say of the word whether jobs run there. */
    @ParameterizedTest
    @CsvSource({
        "FAILING, true, false, false",
        "failg*, true, false, false",
        "fail, false, false, false",
        "idle, false, false, false",
        "maint, false, false, false",
        "plnd, false, false, false",
        "IDLE+DRAIN+RESERVED, false, true, false",
        "mix-, true, false, false",
        "error, -, false, false",
        "npc, -, false, false",
        "mystery, -, -, -",
        "IDLE+MYSTERY, -, -, -",
        "ALLOCATED+DRAIN+MYSTERY, true, true, -"
    })
    void saysOfWorkOnlyWhatAKnownWordProves(String state, String busy, String drain, String down) {
        var node =
                parse("slurm", "NodeName=gpu01 State=" + state + "\n").facts().at("/nodes/0");

        assertThat(node.path("busy").asText("-")).isEqualTo(busy);
        assertThat(node.path("drain").asText("-")).isEqualTo(drain);
        assertThat(node.path("down").asText("-")).isEqualTo(down);
    }

    @Test
    void readsAReasonThatBeginsWithTheWordErrorAsAReason() {
        ToolReport<?> parsed = parse(
                "slurm",
                "REASON               USER      TIMESTAMP           NODELIST\n"
                        + "error: GPU is lost   root      2026-11-20T14:00:00 gpu01\n");

        assertThat(parsed.facts().at("/nodes/0/name").asText()).isEqualTo("gpu01");
        assertThat(parsed.facts().has("error")).isFalse();
    }

    @Test
    void anErrorBesideNodesSaysThatTheyAreNotAll() {
        ToolReport<?> parsed = parse(
                "slurm",
                "NodeName=gpu01 State=IDLE\n"
                        + "slurm_load_node error: Unable to contact slurm controller (connect failure)\n");

        assertThat(parsed.verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(parsed.facts().path("nodes")).hasSize(1);
    }

    /** The time of a reason may be Unknown, and so may a host: the line names the program that says it. */
    @Test
    void anErrorOfAProgramIsNoRowOfItsTable() {
        ToolReport<?> parsed = parse(
                "slurm",
                "scontrol: error: resolve_ctls_from_dns_srv: res_nsearch error: Unknown host\n"
                        + "scontrol: fatal: Could not establish a configuration source\n");

        assertThat(parsed.facts().has("nodes")).isFalse();
        assertThat(parsed.verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(parse("slurm", "Node gpu99 not found\n")
                        .facts()
                        .path("error")
                        .asText())
                .isEqualTo("invalid-input");
    }

    /** squeue --json of 21.08 and of 24.05: no list of nodes is in it, and none is told. */
    @Test
    void readsJobsAsJson() {
        ToolReport<?> old = parse(
                "slurm",
                "{\"meta\":{},\"errors\":[],\"jobs\":[{\"job_id\":7,\"name\":\"train\",\"user_name\":\"ml\","
                        + "\"job_state\":\"RUNNING\",\"nodes\":\"gpu[01-02]\"}]}\n");
        ToolReport<?> now =
                parse("slurm", "{\"jobs\":[{\"job_id\":7,\"job_state\":[\"RUNNING\"],\"nodes\":\"gpu01\"}]}\n");

        assertThat(old.facts().has("nodes")).isFalse();
        assertThat(old.facts().at("/jobs/0/nodes").asText()).isEqualTo("gpu[01-02]");
        assertThat(now.facts().at("/jobs/0/state").asText()).isEqualTo("RUNNING");
        assertThat(parse("slurm", "{\"partitions\":[]}\n").verdict()).contains(ToolVerdict.UNKNOWN);
    }

    @Test
    void readsSingleKeysReservationsAndGres() {
        ToolReport<?> keys = parse(
                "slurm",
                "   State=MIXED+DRAIN ThreadsPerCore=1\n   Gres=gpu:h100:6(S:0-1),gpu:a30:2\n"
                        + "   AllocTRES=cpu=4,gres/gpu=3,gres/gpu:h100=3\n");
        ToolReport<?> reserved = parse(
                "slurm",
                "ReservationName=root_5 StartTime=2026-11-20T10:00:00 Nodes=gpu[01-02]\n"
                        + "   State=ACTIVE Flags=MAINT\n");

        assertThat(keys.facts().at("/nodes/0/drained").asText()).isEqualTo("false");
        assertThat(keys.facts().at("/nodes/0/gpus").asInt()).isEqualTo(8);
        assertThat(keys.facts().at("/nodes/0/gpusAllocated").asInt()).isEqualTo(3);
        assertThat(reserved.facts().at("/reservations/0/name").asText()).isEqualTo("root_5");
        assertThat(reserved.facts().at("/reservations/0/Nodes").asText()).isEqualTo("gpu[01-02]");
    }

    @Test
    void knowsTheWordsOfNewReleasesOfDkms() {
        ToolReport<?> parsed = parse(
                "dkms",
                "nvidia/570.133.20, 6.8.0-60-generic, x86_64: installed"
                        + " (Differences between built and installed modules)\nnvidia/550.1: broken\n");

        assertThat(parsed.facts().at("/builds/0/warning").asBoolean()).isTrue();
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parse("dkms", "nvidia/570.133.20: added\n").reasons().getFirst())
                .contains("built it for no kernel");
        assertThat(parse("dkms", "zfs/2.1: added\n").verdict()).isEmpty();
    }

    /** dkms autoinstall of 3.0 to 3.2. */
    @ParameterizedTest
    @CsvSource({
        "Autoinstall on 6.8.0-60-generic failed for module(s) nvidia(10).",
        "Error! One or more modules failed to install during autoinstall.",
        "Error! Bad return status for module build on kernel: 6.11.0-21-generic (x86_64)",
        "Error! nvidia/550.1: Missing the module source directory or the symbolic link pointing to it."
    })
    void aModuleThatDoesNotBuildFailsTheNode(String line) {
        assertThat(parse("dkms", line + "\n").verdict()).contains(ToolVerdict.FAIL);
    }

    @Test
    void aStatusOfAPackageThatIsNotThreeWordsIsNamed() {
        ToolReport<?> parsed = parse(
                "packages",
                "Package: nvidia-driver-570\nStatus: install ok installed\nVersion: 570.133.20-0ubuntu1\n\n"
                        + "Package: nvidia-dkms-570\nStatus: install ok\nVersion: 570.133.20-0ubuntu1\n");

        assertThat(parsed.facts().at("/packages/0/state").asText()).isEqualTo("installed");
        assertThat(parsed.facts().at("/packages/1").has("state")).isFalse();
        assertThat(parsed.unparsed())
                .singleElement()
                .matches(line -> line.text().equals("Status: install ok"));
    }

    @Test
    void whatDpkgCouldNotSetUpIsNotSetUp() {
        ToolReport<?> parsed = parse(
                "packages",
                "Setting up nvidia-dkms-570 (570.133.20-0ubuntu1) ...\n"
                        + "dpkg: error processing package nvidia-dkms-570 (--configure):\n"
                        + " installed nvidia-dkms-570 package post-installation script subprocess returned error exit status 10\n");

        assertThat(parsed.facts().at("/packages/0/configured").asBoolean()).isFalse();
        assertThat(parsed.facts().at("/packages/0/failed").asBoolean()).isTrue();
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
    }
}
