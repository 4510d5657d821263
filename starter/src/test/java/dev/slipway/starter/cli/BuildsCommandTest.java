package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildsCommandTest {
    static final String DRIVER = "570.133.20";
    static final String KERNEL = "6.8.0-60-generic";

    @TempDir
    Path folder;

    /** A node taught that this driver cannot be built for this kernel. */
    static void learn(RunningStarter starter) {
        starter.ledger
                .unbuildablePairs()
                .tried(new UnbuildablePair(DRIVER, Optional.of("open"), KERNEL, "nv.c:95:10: error: no such member")
                        .triedOn(new NodeRef("prod-a", "gpu-007"), "token", Instant.parse("2026-11-21T12:00:00Z")));
    }

    @Test
    void showsWhatANodeTaughtAndTakesItBackOnAPersonsWord() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(slipway(starter, "builds", "list").out()).contains("no pair of driver and kernel");
            learn(starter);

            assertThat(slipway(starter, "builds", "list").out())
                    .contains(DRIVER, "open", KERNEL, "tried on gpu-007 at 2026-11-21T12:00:00Z", "no such member");
            assertThat(slipway(starter, "builds", "list", "--json")
                            .json()
                            .at("/builds/0/node")
                            .asText())
                    .isEqualTo("prod-a/gpu-007");

            Said done = slipway(
                    starter, "builds", "forget", "--driver", DRIVER, "--kernel", KERNEL, "--reason", "patched package");
            assertThat(done.err()).isEmpty();
            assertThat(done.out()).contains("forgotten: the next node tries to build " + DRIVER);
            assertThat(starter.ledger.unbuildablePairs().all()).isEmpty();
            assertThat(starter.ledger
                            .audit()
                            .of(DRIVER + " for " + KERNEL, 1)
                            .getFirst()
                            .who()
                            .why())
                    .isEqualTo("patched package, on behalf of " + System.getProperty("user.name"));
        }
    }

    @Test
    void refusesToForgetWhatNobodyTried() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Said slip =
                    slipway(starter, "builds", "forget", "--driver", DRIVER, "--kernel", KERNEL, "--reason", "a slip");

            assertThat(slip.exit()).isEqualTo(Exit.USAGE);
            assertThat(slip.err())
                    .contains("no failed build of " + DRIVER, "slipway builds list", "known-bad-builds.yaml");
        }
    }
}
