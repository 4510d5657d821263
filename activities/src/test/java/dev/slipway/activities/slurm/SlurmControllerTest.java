package dev.slipway.activities.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.slurm.SlurmCommands.Answer;
import dev.slipway.facts.schedulers.SlurmParser;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.FailureType;
import io.temporal.client.ActivityCanceledException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of answers: the unknown is never clean. */
class SlurmControllerTest {
    private static final String HEADER = "JOBID|USER|STATE|NODELIST|PARTITION|START_TIME|END_TIME\n";

    private static SlurmController answering(int exit, String out, String err) {
        return new SlurmController(new SlurmSite((words, limit) -> new Answer(exit, out, err, true), "n1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "NodeName=n2 State=IDLE+DRAIN\n",
                "NodeName=n1 State=IDLE+DRAIN\n\nNodeName=n2 State=IDLE\n",
                "NodeName=n1 Arch=x86_64\n",
                "NodeName=n1 State=IDLE\nslurm_load_node error: Socket timed out on send/recv operation\n",
                "NodeName=n1 State=IDLE\nslurm is upset\n",
                "Last login: yesterday\n"
            })
    void anAnswerThatSaysNothingOfThisOneNodeIsUnknown(String out) {
        Refusal.of(FailureType.TRANSIENT, () -> answering(0, out, "").node());
    }

    /** A cluster that was not listed to its end is no smaller cluster. */
    @Test
    void nodesBesideAnErrorAreNotTheCluster() {
        String said = "NodeName=n1 State=IDLE\n\nslurm_load_node error: Socket timed out on send/recv operation\n";

        Refusal.of(FailureType.TRANSIENT, () -> SlurmController.nodes((words, limit) -> new Answer(0, said, "", true)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "12|alice|RUNNING|n1\nslurm is upset\n", "Motd: welcome\n"})
    void aQueueThatWasNotReadInFullIsUnknownAndNeverEmpty(String out) {
        Refusal.of(FailureType.TRANSIENT, () -> answering(0, out, "").jobs());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            Gres=gpu:h100:8(S:0-1); {gpu:h100=8}
            Gres=gpu:1g.10gb:7(S:0,2),gpu:h100:6,nic:2; {gpu:1g.10gb=7, gpu:h100=6}
            Gres=gpu:7; {gpu=7}
            Gres=(null) CfgTRES=cpu=8,gres/gpu=13,gres/gpu:1g.10gb=7,gres/gpu:h100=6; {gpu:1g.10gb=7, gpu:h100=6}
            Gres=(null) CfgTRES=cpu=8,gres/gpu=8; {gpu=8}
            Gres=(null) CfgTRES=cpu=8,mem=1000M; {}
            Gres=xgpu:h100:8,gpu:h100:many; {}
            """)
    void saysWhatTheNodeHasOfGpusByType(String said, String types) {
        SlurmNode node =
                answering(0, "NodeName=n1 State=IDLE " + said + "\n", "").node();

        assertThat(node.offered()).hasToString(types);
    }

    @Test
    void onlyAHeaderIsAnEmptyQueue() {
        assertThat(answering(0, HEADER, "").jobs()).isEmpty();
    }

    @Test
    void saysWhoseJobItIsSinceWhenAndWhenItsTimeIsOver() {
        String row = "12|alice|RUNNING|n1|gpu|2026-11-22T00:07:42|2026-11-24T00:07:42\n";

        assertThat(answering(0, HEADER + row, "").jobs())
                .extracting(SlurmJob::toString)
                .containsExactly("job 12 of alice RUNNING since 2026-11-22T00:07:42Z, ends by 2026-11-24T00:07:42Z");
    }

    @Test
    void tellsFailuresApart() {
        Map<String, FailureType> told = Map.of(
                "slurm_load_node error: Unable to contact slurm controller (connect failure)", FailureType.PART_AWAY,
                "slurm_load_node error: Socket timed out on send/recv operation", FailureType.PART_AWAY,
                "slurm_load_node error: Protocol authentication error", FailureType.PART_AWAY,
                "slurm_load_node error: Connection reset by peer", FailureType.PART_AWAY,
                "slurm_load_jobs error: No route to host", FailureType.PART_AWAY,
                "slurm_update error: Invalid user id", FailureType.GATE_CLOSED,
                "slurm_update error: Invalid node name specified", FailureType.GATE_CLOSED,
                "slurm_update error: Invalid node state specified", FailureType.STEP_FAILED);

        told.forEach((text, type) -> assertThat(
                        Refusal.of(type, () -> answering(1, "", text).update("comment=x")))
                .contains(text));
    }

    @Test
    void commandsThatAreNotThereAreSaidToBeAbsent() {
        SlurmCommands local = new LocalCommands(Map.of(), TestClock.running(1));

        assertThat(Refusal.of(
                        FailureType.GATE_CLOSED, () -> local.run(List.of("no-such-scontrol"), Duration.ofSeconds(5))))
                .contains("no-such-scontrol");
        Refusal.of(
                FailureType.GATE_CLOSED,
                () -> answering(127, "", "env: 'scontrol': No such file or directory")
                        .node());
    }

    @Test
    void aCommandThatDoesNotEndIsEnded() {
        SlurmCommands local = new LocalCommands(Map.of(), TestClock.running(1));

        assertThat(Refusal.of(FailureType.PART_AWAY, () -> local.run(List.of("sleep", "600"), Duration.ofMillis(200))))
                .contains("did not answer");
    }

    @Test
    void aCommandThatTakesItsTimeKeepsItsActivityAlive() {
        TestClock clock = TestClock.running(1);

        new LocalCommands(Map.of(), clock).run(List.of("sleep", "2.5"), Duration.ofSeconds(30));

        assertThat(clock.heartbeats()).isNotEmpty();
    }

    @Test
    void aCommandOfACancelledActivityIsEnded() {
        TestClock clock = TestClock.running(1).onHeartbeat(detail -> {
            throw new ActivityCanceledException();
        });
        SlurmCommands local = new LocalCommands(Map.of(), clock);

        assertThatThrownBy(() -> local.run(List.of("sleep", "607"), Duration.ofMinutes(10)))
                .isInstanceOf(ActivityCanceledException.class);
        assertThat(ProcessHandle.current().descendants().map(ProcessHandle::info))
                .noneMatch(info -> info.commandLine().orElse("").contains("sleep 607"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"n[1-4]", "n1,n2", "ALL", "all", "", "-n1", "n1 state=DOWN"})
    void neverSpeaksOfMoreThanOneNode(String name) {
        Refusal.of(FailureType.GATE_CLOSED, () -> new SlurmSite((words, limit) -> new Answer(0, "", "", true), name));
    }

    @Test
    void readsOneLineAndJsonAlike() {
        SlurmNode line = read("NodeName=n1 CPUAlloc=0 Gres=gpu:h100:8 State=IDLE+DRAIN+NOT_RESPONDING"
                + " BootTime=2026-11-22T00:00:00 OS=Linux 6.8 #1 SMP"
                + " Reason=fan | x=1 [eva@2026-11-22T00:01:00] Comment=rack 7\n");
        SlurmNode json = read("{\"nodes\":[{\"name\":\"n1\",\"state\":[\"IDLE\",\"DRAIN\",\"NOT_RESPONDING\"],"
                + "\"gres\":\"gpu:h100:8(S:0-1)\",\"reason\":\"fan | x=1\",\"reason_set_by_user\":\"eva\","
                + "\"reason_changed_at\":{\"set\":true,\"infinite\":false,\"number\":1795305660},"
                + "\"boot_time\":{\"set\":true,\"infinite\":false,\"number\":1795305600},"
                + "\"alloc_cpus\":0,\"comment\":\"rack 7\"}]}");

        for (SlurmNode node : List.of(line, json)) {
            assertThat(node.states()).containsExactlyInAnyOrder("IDLE", "DRAIN", "NOT_RESPONDING");
            assertThat(node.reason()).isEqualTo("fan | x=1");
            assertThat(node.reasonBy()).startsWith("eva@");
            assertThat(node.comment()).isEqualTo("rack 7");
            assertThat(node.gpus()).containsExactly(Map.entry("gpu:h100", 8));
            assertThat(node.bootedAt()).contains(Instant.parse("2026-11-22T00:00:00Z"));
            assertThat(node.drained()).isTrue();
            assertThat(node.busy()).isFalse();
            assertThat(node.responds()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALLOCATED+DRAIN",
                "MIXED+DRAIN",
                "IDLE+COMPLETING+DRAIN",
                "DRAINING",
                "FAILING+DRAIN",
                "ALLOCATED*+DRAIN"
            })
    void aNodeWithWorkIsBusyHoweverItIsPrinted(String state) {
        SlurmNode node = read("NodeName=n1 CPUAlloc=0 State=" + state + " BootTime=None\n");

        assertThat(node.busy()).isTrue();
        assertThat(node.drained()).isTrue();
        assertThat(node.schedulable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNKNOWN+DRAIN", "IDLE*+DRAIN", "IDLE+DRAIN+NOT_RESPONDING"})
    void aNodeWhoseSlurmdHasNotSpokenIsNotKnownToBeEmpty(String state) {
        assertThat(read("NodeName=n1 CPUAlloc=0 State=" + state + " BootTime=2026-11-22T00:00:00\n")
                        .responds())
                .isFalse();
    }

    private static SlurmNode read(String text) {
        Output output = Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.of(0));
        return SlurmNode.in(new SlurmParser().parse(output), "n1").orElseThrow();
    }
}
