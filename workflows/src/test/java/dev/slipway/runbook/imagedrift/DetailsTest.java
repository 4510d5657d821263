package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a person reads of a run in the engine's own window. */
class DetailsTest {
    private static final Who WHO = new Who("on-call", "looked at it");
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");
    private final List<String> whileAway = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private WorkflowStub start() {
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(true), Reason.DRIFT_FOUND));
        return WorkflowStub.fromTyped(run);
    }

    private String details() {
        return bench.details(node.ref.workflowId());
    }

    @Test
    void aRunThatWaitsForADecisionSaysWhereWhyAndWhatCanBeDone() {
        node.faults.add(new Fault("Packages.converge", 1, Fault.When.BEFORE, FailureType.AMBIGUOUS));
        WorkflowStub run = start();
        bench.engine.sleep(Duration.ofMinutes(1));

        assertThat(details())
                .startsWith("**image-drift on ")
                .contains("- where it is: Converge packages (DECISION)")
                .contains("- why it waits: Converge packages: fault BEFORE Packages.converge")
                .contains("- what is next: what you decide; if nobody does, hold at ")
                .contains("- what you can do: update or signal retry, rollBack, hold before ");

        bench.client().newWorkflowStub(ImageDrift.class, node.ref.workflowId()).retry(WHO);
        run.getResult(Object.class);
    }

    @Test
    void aRunThatWaitsForTheBudgetSaysSo() {
        node.capacity = false;
        WorkflowStub run = start();
        bench.engine.sleep(Duration.ofMinutes(1));

        assertThat(details()).contains("- why it waits: budget of r1").contains("`abort`");
        assertThat(node.notes).anyMatch(note -> note.why().contains("waits for the budget of r1"));

        run.getResult(Object.class);
    }

    @Test
    void anEndThatTheLedgerHasNotTakenYetIsSaidSoAndIsNotInService() {
        node.row = "D2";
        away("Ledger.ended#", FailureType.LEDGER_UNAVAILABLE, () -> {});
        start().getResult(Object.class);

        assertThat(whileAway)
                .singleElement()
                .asString()
                .contains("- where it is: Release (HELD)", "goes on by itself when the ledger is back")
                .contains("- what is next: this end is written to the ledger")
                .contains("repair it, then `slipway run image-drift --node prod/gpu-1 --adopt --reason …`");
    }

    @Test
    void aSoakSaysHowLongItTakesAndThatNothingIsLeftToStop() {
        WorkflowStub run = start();
        awaitDetails("- where it is: Soak (readmitted)", "- why it waits: soaks for ");

        assertThat(details()).contains("release of the capacity", "nothing is left to stop");

        run.getResult(Object.class);
    }

    /** The proof could not be stored: from there on the node is rolled back, and there is something to stop again. */
    @Test
    void aRunThatRollsBackAfterItsProofCanBeAbortedAgain() {
        node.faults.add(new Fault("Ledger.verified", 1, Fault.When.BEFORE, FailureType.DRAIN_BLOCKED));
        WorkflowStub run = start();
        awaitDetails("- where it is: Record the verification (DECISION)");
        List<String> answers = new CopyOnWriteArrayList<>();
        away("Packages.converge#", FailureType.PART_AWAY, () -> answers.add(stub().abort(WHO)));
        stub().rollBack(WHO);

        assertThat(run.getResult(NodeOutcome.class).outcome()).isEqualTo(Outcome.HELD);
        assertThat(answers)
                .containsExactly("the run waits for nothing more but the ledger: where it would, the node is held");
        assertThat(whileAway)
                .singleElement()
                .asString()
                .contains("(rolling-back)", "with update `abort` the run waits for nothing more but the ledger");
    }

    /** A part is away at these calls until the run waits for it, and has shown what it says meanwhile. */
    private void away(String calls, FailureType kind, Runnable meanwhile) {
        node.onCall = call -> {
            if (call.startsWith("Nodes.siteAnswers#")) {
                whileAway.add(details());
                meanwhile.run();
            } else if (call.startsWith(calls) && whileAway.isEmpty()) {
                throw kind.of("503 the server is not available", "the Kubernetes API of prod");
            }
        };
    }

    private ImageDrift stub() {
        return bench.client().newWorkflowStub(ImageDrift.class, node.ref.workflowId());
    }

    private void awaitDetails(String... texts) {
        while (!Stream.of(texts).allMatch(details()::contains)) {
            assertThat(node.outcome).as("ended without " + List.of(texts)).isEmpty();
            bench.engine.sleep(Duration.ofSeconds(5));
        }
    }

    @Test
    void aRunThatEndedTellsItsWholeStory() {
        start().getResult(Object.class);

        assertThat(details())
                .contains("row D17")
                .contains("capacity granted by r1")
                .containsSubsequence("Cordon – done", "Drain – done", "G7 pass", "Readmit – done", "ended CONVERGED");
    }
}
