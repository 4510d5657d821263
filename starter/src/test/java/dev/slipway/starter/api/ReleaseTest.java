package dev.slipway.starter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.HeldNodes;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.rollout.NodeRelease;
import dev.slipway.rollout.ReleaseExpiry;
import dev.slipway.starter.ProbeOutput;
import dev.slipway.starter.RunningStarter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A release without proof ends; the policy of the node's fleet says whether the node is held again then. */
class ReleaseTest {
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-041");
    private static final String REQUEST =
            "{\"who\":\"ada\",\"reason\":\"needed tonight\",\"until\":\"2099-01-01T00:00:00Z\"}";

    @TempDir
    Path folder;

    /** Puts the node back at once. */
    public static final class Release implements NodeRelease {
        @Override
        public String release(UnverifiedRelease request) {
            return request.node() + " is back in service";
        }
    }

    /** Returns what would be done at the end of the release. */
    public static final class Expiry implements ReleaseExpiry {
        @Override
        public String expire(UnverifiedRelease request) {
            return "until " + request.until() + ", by " + request.who() + ": " + request.node() + " of "
                    + request.fleet() + (request.heldAfter() ? " is held again" : " stays in service");
        }
    }

    private static void hold(RunningStarter starter) {
        hold(starter, NODE);
    }

    private static void hold(RunningStarter starter, NodeRef node) {
        starter.ledger
                .held()
                .put(new HeldNodes.Held(
                        node,
                        "prod-a",
                        "a pod stays",
                        "t1",
                        node.workflowId(),
                        Optional.empty(),
                        Optional.empty(),
                        Instant.EPOCH));
    }

    @ParameterizedTest
    @CsvSource({
        "'', stays in service",
        "'node: { holdAfterRelease: false }\n', stays in service",
        "'node: { holdAfterRelease: true }\n', is held again"
    })
    void itsEndIsStartedWithWhatThePolicySaysOfTheNodeAfterwards(String policy, String afterwards) {
        try (RunningStarter starter =
                RunningStarter.withPolicy(folder, policy).startWorker(Release.class, Expiry.class)) {
            hold(starter);

            String released =
                    starter.post("/api/v1/nodes/-/gpu-041/release", REQUEST).body();

            assertThat(released).contains("prod-a/gpu-041 is back in service");
            assertThat(starter.memory()
                            .newUntypedWorkflowStub("override/prod-a/gpu-041")
                            .getResult(String.class))
                    .isEqualTo("until 2099-01-01T00:00:00Z, by default (needed tonight, on behalf of ada): "
                            + "prod-a/gpu-041 of prod-a " + afterwards);
        }
    }

    @Test
    void readsTheNodeFirstAndShowsAndRecordsWhatItSaw() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker(Release.class, Expiry.class)) {
            hold(starter);
            starter.answers.put(
                    NODE.name(),
                    new ProbeOutput("570.124.06")
                            .meanwhile(() -> assertThat(starter.ledger.audit().of(NODE.toString(), 9))
                                    .as("nothing is released yet")
                                    .isEmpty()));

            String released =
                    starter.post("/api/v1/nodes/-/gpu-041/release", REQUEST).body();

            assertThat(released).contains("seen before: ", "570.124.06");
            assertThat(starter.ledger.audit().of(NODE.toString(), 1).getFirst().detail())
                    .contains("until 2099-01-01T00:00:00Z; seen before: ", "570.124.06");
        }
    }

    @Test
    void releasesANodeThatDoesNotAnswerAndSaysSo() {
        NodeRef silent = new NodeRef("prod-a", "gpu-102");
        try (RunningStarter starter = RunningStarter.in(folder).startWorker(Release.class, Expiry.class)) {
            hold(starter, silent);

            String released =
                    starter.post("/api/v1/nodes/-/gpu-102/release", REQUEST).body();

            assertThat(released)
                    .contains("prod-a/gpu-102 is back in service", "seen before: it was not read: ")
                    .contains("refused the connection");
            assertThat(starter.ledger
                            .audit()
                            .of(silent.toString(), 1)
                            .getFirst()
                            .detail())
                    .contains("seen before: it was not read: ", "refused the connection");
        }
    }
}
