package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Goal: an abort ends the wait for a part of the site, and cuts short nothing that is at work. */
class PartAwayAbortTest {
    private static final String PART = "the Kubernetes API of prod";
    private static final Who WHO = new Who("on-call", "not today");

    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private void awayAt(String method) {
        node.onCall = call -> {
            if (call.startsWith(method + "#") || call.startsWith("Nodes.siteAnswers#")) {
                throw FailureType.PART_AWAY.of("503 the server is not available", PART);
            }
        };
    }

    private ImageDrift started() {
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(true), Reason.DRIFT_FOUND));
        return run;
    }

    private void abortOnceItWaits(ImageDrift run) {
        for (int looks = 0; looks < 500 && run.view().why().isBlank(); looks++) {
            bench.engine.sleep(Duration.ofSeconds(5));
        }
        run.abort(WHO);
    }

    private static NodeOutcome end(ImageDrift run) {
        return WorkflowStub.fromTyped(run).getResult(NodeOutcome.class);
    }

    @Test
    void anAbortEndsTheWait() {
        awayAt("Gates.mayLeaveService");
        ImageDrift run = started();
        Instant begun = Instant.ofEpochMilli(bench.engine.currentTimeMillis());
        abortOnceItWaits(run);

        NodeOutcome end = end(run);

        assertThat(end.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(Duration.between(begun, end.ended())).isLessThan(Duration.ofHours(1));
    }

    /** The drain ends by itself when its run is to stop: nothing was begun, and the node goes back as it was found. */
    @Test
    void anAbortEndsADrainThatWaits() {
        awayAt("Nodes.drain");
        ImageDrift run = started();
        abortOnceItWaits(run);

        assertThat(end(run).outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.unschedulable).isFalse();
        assertThat(node.notes).extracting(NodeNote::state).doesNotContain(NodeState.DECISION);
    }

    /** The part is back and the node at work: the abort is heard at the next safe point, and nothing is cut short. */
    @Test
    void i8_anAbortLetsWorkThatGoesOnAgainComeToItsEnd() {
        AtomicInteger tries = new AtomicInteger();
        node.onCall = call -> {
            if (call.startsWith("Packages.converge#") && tries.incrementAndGet() <= 20) {
                throw FailureType.PART_AWAY.of("503", PART);
            }
            if (call.startsWith("Packages.converge#") && tries.get() == 21) {
                bench.open(node).abort(WHO);
            }
        };

        assertThat(end(started()).outcome()).isEqualTo(Outcome.ROLLED_BACK);

        assertThat(node.running).isEqualTo("previous");
        assertThat(node.transactions).hasSize(2);
    }

    /** The ledger and an API go down together, and only the ledger comes back: an abort is heard from then on. */
    @Test
    void anAbortIsHeardWhenTheLedgerIsBackAndAnotherPartIsNot() {
        Instant back = Instant.ofEpochMilli(bench.engine.currentTimeMillis()).plus(Duration.ofHours(2));
        node.onCall = call -> {
            if (call.startsWith("Gates.mayLeaveService#") || call.startsWith("Nodes.siteAnswers#")) {
                Instant now = Instant.ofEpochMilli(bench.engine.currentTimeMillis());
                throw now.isBefore(back)
                        ? FailureType.LEDGER_UNAVAILABLE.of("the ledger does not answer")
                        : FailureType.PART_AWAY.of("503", PART);
            }
        };
        ImageDrift run = started();
        abortOnceItWaits(run);

        NodeOutcome end = end(run);

        assertThat(end.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(end.ended()).isBetween(back, back.plus(Duration.ofHours(1)));
    }
}
