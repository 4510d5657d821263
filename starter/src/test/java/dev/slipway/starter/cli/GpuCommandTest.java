package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.ProbeOutput;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuCommandTest {
    private static final String SERIAL = "165442300150";
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-041");

    @TempDir
    Path folder;

    @Test
    void writesDownAReseatAndNamesTheRepeatOffenderWhereOnCallLooks() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            new ProbeOutput("570.133.20").keep(starter.ledger, NODE, "facts-1");

            Said reseated =
                    slipway(starter, "gpu", "reseated", SERIAL, "--node", "gpu-041", "--reason", "connector cleaned");
            assertThat(reseated.err()).isEmpty();
            assertThat(reseated.out())
                    .contains("last in  prod-a/gpu-041")
                    .contains("reseat")
                    .contains("connector cleaned");
            assertThat(starter.ledger.gpuHistory().of(SERIAL, Instant.EPOCH))
                    .extracting(GpuEvent::kind)
                    .containsExactly(GpuEvent.Kind.RESEAT);
            assertThat(starter.ledger.audit().of(NODE.toString(), 1).getFirst().verb())
                    .isEqualTo("gpu reseated");

            starter.ledger
                    .gpuHistory()
                    .add(new GpuEvent(
                            SERIAL, GpuEvent.Kind.XID, Instant.now(), "79", new NodeRef("prod-a", "gpu-041")));
            Said shown = slipway(starter, "node", "show", "gpu-041");
            assertThat(shown.out())
                    .contains("gpu " + SERIAL)
                    .contains("repeat offender, to be replaced: XID 79 after it was reseated or moved")
                    .contains("xid  prod-a/gpu-041  79");
            assertThat(slipway(starter, "gpu", "show", SERIAL, "--json")
                            .json()
                            .at("/asks/0")
                            .asText())
                    .contains("to be replaced");
        }
    }

    @Test
    void refusesASerialThatNobodyReadAndATimeToCome() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            new ProbeOutput("570.133.20").keep(starter.ledger, NODE, "facts-1");

            String essay = "r".repeat(1_001);
            Said tooLong = slipway(starter, "gpu", "reseated", SERIAL, "--node", "gpu-041", "--reason", essay);
            assertThat(tooLong.exit()).isEqualTo(2);
            assertThat(tooLong.err())
                    .contains("'reason' is longer than 1000 bytes")
                    .doesNotContain("rrr");
            Said slip = slipway(starter, "gpu", "reseated", "999", "--node", "gpu-041", "--reason", "r");
            assertThat(slip.exit()).isEqualTo(Exit.USAGE);
            assertThat(slip.err())
                    .contains("nothing is known of a GPU with serial 999")
                    .contains("slipway facts");
            String tomorrow = Instant.now().plus(Duration.ofDays(1)).toString();
            assertThat(slipway(
                                    starter,
                                    "gpu",
                                    "reseated",
                                    SERIAL,
                                    "--node",
                                    "gpu-041",
                                    "--at",
                                    tomorrow,
                                    "--reason",
                                    "r")
                            .err())
                    .contains("is in the future");
            assertThat(starter.ledger.gpuHistory().of(SERIAL, Instant.EPOCH)).isEmpty();
            assertThat(slipway(Map.of(), "gpu", "reseated", "--help").out()).contains("Examples:");
        }
    }
}
