package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Who;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the Temporal UI shows of a rollout and of its wave, and what a person who decides is answered. */
class RolloutDetailsTest {
    private static final Who WHO = new Who("grace", "test");

    private final RolloutBench site = RolloutBench.of(4);

    @AfterEach
    void close() {
        site.close();
    }

    private String rollout() {
        return site.bench.details(RolloutBench.ROLLOUT);
    }

    private String wave(int number) {
        return site.bench.details(RolloutBench.wave(number));
    }

    @Test
    void nameTheWaveItsNodesAndHowTheyEndedSoFar() {
        site.start(List.of(2, 4), 1);
        site.after(RolloutBench.SOON);

        assertThat(rollout())
                .isEqualTo("**" + RolloutBench.CHANGE
                        + "** on fleet: canary, nodes 1 to 2 of 4\n\n- so far: {}\n- problems: []");
        assertThat(wave(1)).isEqualTo("**wave 1**: 1 in flight, {}");

        site.after(RolloutBench.NODE.multipliedBy(2));
        assertThat(rollout()).contains("on fleet: soaks before wave 2\n", "- so far: {CONVERGED=2}");
        assertThat(wave(1)).isEqualTo("**wave 1**: 0 in flight, {CONVERGED=2}");

        site.end();
        assertThat(rollout()).contains("on fleet: done\n", "- so far: {CONVERGED=4}");
    }

    @Test
    void sayWhoPausedAndThatTheWaveHeardIt() {
        Rollout rollout = site.start(List.of(4), 1);
        site.after(RolloutBench.SOON);

        assertThat(rollout.pause(WHO)).isEqualTo("paused at the next node; nodes in flight finish");
        site.after(RolloutBench.SOON);

        assertThat(rollout()).contains("canary, nodes 1 to 4 of 4, paused by grace");
        assertThat(wave(1)).isEqualTo("**wave 1**: 1 in flight, {}, paused");
        assertThat(rollout.view().state()).isEqualTo("canary, nodes 1 to 4 of 4, paused");

        assertThat(rollout.resume(WHO)).isEqualTo("goes on");
        site.after(RolloutBench.SOON);
        assertThat(rollout()).doesNotContain("paused");
        assertThat(wave(1)).doesNotContain("paused");
        site.end();
    }

    @Test
    void sayWhoAbortedWhileTheLastNodesFinish() {
        Rollout rollout = site.start(List.of(4), 1);
        site.after(RolloutBench.SOON);

        assertThat(rollout.abort(WHO)).isEqualTo("starts no further node; ends when those in flight have finished");
        site.after(RolloutBench.SOON);

        assertThat(rollout()).contains("\n- stopped: aborted by grace");
        assertThat(wave(1)).contains("1 in flight", ", stopped: aborted by grace");
        assertThat(site.end().outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 1, "UNTOUCHED", 3));
        assertThat(rollout()).contains("on fleet: stopped\n");
    }

    @Test
    void sayThatARolloutWaitsForApprovalAndWhoGaveIt() {
        Rollout rollout = site.start(List.of(4), 2, new RolloutPlan.Approval(true, false, false, "ada"));
        site.after(RolloutBench.SOON);
        assertThat(rollout()).contains("on fleet: waits for approval\n");

        assertThat(rollout.approve(WHO)).isEqualTo("approved, begins");
        site.after(RolloutBench.SOON);

        assertThat(rollout()).contains("\n- approved by grace", "canary, nodes 1 to 4 of 4");
        site.end();
    }

    @Test
    void sayThatAnApprovedRolloutIsPaused() {
        Rollout rollout = site.start(List.of(4), 2, new RolloutPlan.Approval(true, false, false, "ada"));
        site.after(RolloutBench.SOON);
        rollout.pause(WHO);
        assertThat(rollout()).contains("on fleet: waits for approval, paused by grace");

        rollout.approve(WHO);
        site.after(RolloutBench.SOON);

        assertThat(rollout()).contains("on fleet: approved, paused by grace");
        assertThat(rollout.view().state()).isEqualTo("approved, paused");
        rollout.resume(WHO);
        site.end();
    }

    @Test
    void sayWhoDenied() {
        Rollout rollout = site.start(List.of(4), 2, new RolloutPlan.Approval(true, false, false, "ada"));
        site.after(RolloutBench.SOON);

        assertThat(rollout.deny(WHO)).isEqualTo("ends, no node is touched");

        assertThat(site.end().why()).startsWith("denied by grace");
        assertThat(site.begun()).isEmpty();
    }

    /** A signal has no answer: why it was dropped stands in the details and in the result. */
    @Test
    void sayWhyASignalWasDropped() {
        site.start(List.of(4), 2, new RolloutPlan.Approval(true, false, true, "ada"));
        site.after(RolloutBench.SOON);
        site.run(RolloutBench.ROLLOUT).signal("approve", new Object[] {null});
        site.run(RolloutBench.ROLLOUT).signal("waveCancelled", new WaveResult(Map.of(), List.of(), "", List.of()));
        site.run(RolloutBench.ROLLOUT).signal("approve", WHO);
        site.after(RolloutBench.SOON);
        site.run(RolloutBench.ROLLOUT).signal("approve", WHO);
        site.run(RolloutBench.wave(1)).signal("paused", "nonsense");
        site.after(RolloutBench.SOON);

        assertThat(wave(1)).contains(", signal paused dropped");

        assertThat(site.end().problems())
                .anySatisfy(line -> assertThat(line).contains("approve").contains("by whom"))
                .contains("signal waveCancelled dropped: no wave runs")
                .anySatisfy(line -> assertThat(line)
                        .startsWith("signal approve by grace")
                        .endsWith("dropped: it does not wait for approval"));
    }

    @Test
    void sayUntilWhenNoWindowIsOpen() {
        site.bench.opensIn(Duration.ofHours(6));
        site.start(List.of(4), 2);
        site.after(RolloutBench.SOON);

        assertThat(wave(1)).contains(", no window is open until ");
        site.after(Duration.ofHours(7));
        assertThat(wave(1)).doesNotContain("no window");
        site.end();
    }

    @Test
    void sayThatWindowsCannotBeReadAndWhenTheyAreAskedForAgain() {
        site.bench.ledger.windowsUnread = true;
        site.start(List.of(4), 2);
        site.after(RolloutBench.SOON);

        assertThat(wave(1))
                .contains(", the maintenance windows cannot be read (", "); asked again at ")
                .doesNotContain("no window is open");
        assertThat(site.node(1).calls).isEmpty();
        site.bench.ledger.windowsUnread = false;
        assertThat(site.end().outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 4));
    }

    @Test
    void sayWhichNodesAreTriedAgain() {
        site.node(1).faults.add(new Fault("Nodes.drain", 1, Fault.When.BEFORE, FailureType.SKIPPED_BY_POLICY));
        site.start(List.of(4), 4);
        site.after(Duration.ofHours(1));

        assertThat(wave(1)).contains(", skipped and tried again later: 1");
        assertThat(site.end().outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 4));
    }
}
