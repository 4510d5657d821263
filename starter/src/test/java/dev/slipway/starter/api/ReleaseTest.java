package dev.slipway.starter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.HeldNodes;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.rollout.NodeRelease;
import dev.slipway.rollout.ReleaseExpiry;
import dev.slipway.starter.RunningStarter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
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
        starter.ledger
                .held()
                .put(new HeldNodes.Held(
                        NODE,
                        "prod-a",
                        "a pod stays",
                        "t1",
                        NODE.workflowId(),
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
}
