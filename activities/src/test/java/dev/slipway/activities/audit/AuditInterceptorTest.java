package dev.slipway.activities.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.port.Packages;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestActivityEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditInterceptorTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    private static final BaselineRef GOAL = new BaselineRef("hgx", "abc");
    private static final Act ACT = new Act(
            NODE,
            "prod-a",
            "run-1",
            NODE.workflowId(),
            "image-drift",
            new Step("converge", "Converge packages", NodeState.MUTATING),
            1,
            Optional.empty(),
            Instant.parse("2026-01-01T00:00:00Z"));

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:notes", "slipway", Optional.empty());
    private final TestActivityEnvironment engine = AuditedEngine.on(ledger);

    @AfterEach
    void end() {
        engine.close();
        ledger.close();
    }

    /** Packages that converge or fail, and look at the row while they do. */
    private final class WatchedPackages implements Packages {
        private final boolean fails;
        private Optional<NodeNote> rowMeanwhile = Optional.empty();
        private int runs;

        WatchedPackages(boolean fails) {
            this.fails = fails;
        }

        @Override
        public List<String> preview(Act act, BaselineRef goal) {
            return List.of();
        }

        @Override
        public List<String> commands(Act act, BaselineRef goal) {
            return List.of();
        }

        @Override
        public List<String> converge(Act act, BaselineRef goal) {
            runs++;
            rowMeanwhile = ledger.nodeRows().of(NODE);
            if (fails) {
                throw FailureType.STEP_FAILED.of("apt-get: exit 100");
            }
            return List.of("libnccl2 in PT1M30S");
        }

        @Override
        public List<String> reinstall(Act act, BaselineRef goal) {
            return List.of();
        }

        @Override
        public List<String> purge(Act act, BaselineRef goal, List<String> stray) {
            return List.of();
        }

        @Override
        public void prove(Act act, BaselineRef goal) {}

        @Override
        public void services(Act act, BaselineRef goal) {}

        @Override
        public void settings(Act act, BaselineRef goal) {}

        @Override
        public void hold(Act act, BaselineRef goal) {}
    }

    private Packages packages(WatchedPackages watched) {
        engine.registerActivitiesImplementations(watched);
        return engine.newActivityStub(Packages.class);
    }

    @Test
    void showsTheNodeInItsStepWhileTheActivityRuns() {
        WatchedPackages watched = new WatchedPackages(false);

        List<String> changed = packages(watched).converge(ACT, GOAL);

        assertThat(changed).containsExactly("libnccl2 in PT1M30S");
        NodeNote row = watched.rowMeanwhile.orElseThrow();
        assertThat(row.state()).isEqualTo(NodeState.MUTATING);
        assertThat(row.step()).isEqualTo("converge");
        assertThat(row.workflowId()).isEqualTo("node/c1/gpu-001");
    }

    @Test
    void i29_writesAMutationDownBeforeItIsBegunAndAfterItEnded() {
        assertThat(packages(new WatchedPackages(false)).converge(ACT, GOAL)).isNotEmpty();

        List<AuditTrail.Entry> entries = ledger.audit().of("c1/gpu-001", 10);
        assertThat(entries).extracting(AuditTrail.Entry::verb).containsOnly("Packages.Converge");
        assertThat(entries.getLast().detail()).contains("converge-1").endsWith("begun");
        assertThat(entries.getFirst().detail()).contains("done in", "libnccl2 in 90 s");
        assertThat(new Mutations(ledger.audit()).dispatched(ACT).or(List.of())).containsExactly("Packages.Converge");
    }

    @Test
    void i1_callsAReadNoMutation() {
        assertThat(packages(new WatchedPackages(false)).preview(ACT, GOAL)).isEmpty();

        assertThat(new Mutations(ledger.audit()).dispatched(ACT).or(List.of("unread")))
                .isEmpty();
    }

    private void drained(String who, int times) {
        for (int i = 0; i < times; i++) {
            ledger.audit()
                    .add(new AuditTrail.Entry(
                            who + i, Instant.now(), new Who(who, "x"), "Nodes.Drain", NODE.toString(), ""));
        }
    }

    /** A drain of days is asked for thousands of times: it leaves a node untouched, and hides nothing. */
    @Test
    void i1_aLongAuditHidesNothingAndLeavesAnUntouchedNodeUntouched() {
        drained("run run-1", 2_500);
        assertThat(new Mutations(ledger.audit()).dispatched(ACT).or(List.of("unread")))
                .isEmpty();

        packages(new WatchedPackages(false)).hold(ACT, GOAL);
        drained("run run-2", 2_500);
        assertThat(new Mutations(ledger.audit()).dispatched(ACT).or(List.of())).containsExactly("Packages.Hold");
    }

    @Test
    void i1_whatAnotherRunBeganIsNoMutationOfThisOne() {
        packages(new WatchedPackages(false)).hold(ACT, GOAL);

        Act next = ACT.on(NODE, "run-2");

        assertThat(new Mutations(ledger.audit()).dispatched(next).or(List.of("unread")))
                .isEmpty();
    }

    @Test
    void anActivityThatCannotBeNotedIsNotRunAndFailsAsLedgerAway() {
        WatchedPackages watched = new WatchedPackages(false);
        engine.registerActivitiesImplementations(watched);
        Packages brief = engine.newActivityStub(
                Packages.class,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofSeconds(2))
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(1).build())
                        .build());
        ledger.close();

        assertThatThrownBy(() -> brief.converge(ACT, GOAL))
                .rootCause()
                .satisfies(cause -> assertThat(cause)
                        .isInstanceOfSatisfying(
                                ApplicationFailure.class,
                                failure -> assertThat(FailureType.LEDGER_UNAVAILABLE.is(failure))
                                        .isTrue()));
        assertThat(watched.runs).isZero();
    }

    @Test
    void saysWhyAnActivityFailed() {
        Packages packages = packages(new WatchedPackages(true));

        Throwable failure = catchThrowable(() -> packages.converge(ACT, GOAL));

        assertThat(failure).isNotNull();
        assertThat(ledger.nodeRows().of(NODE).orElseThrow().why()).isEqualTo("apt-get: exit 100");
        assertThat(ledger.audit().of("c1/gpu-001", 10).getFirst().detail()).contains("failed in");
    }
}
