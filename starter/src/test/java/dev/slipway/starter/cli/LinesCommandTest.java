package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinesCommandTest {
    private static final String BASELINE = "hgx-h100-r570-133";
    private static final String LINE = "NVRM: GPU #: x/y 100% & more? + \u00e9";
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-102");

    @TempDir
    Path folder;

    private static void accept(RunningStarter starter) {
        Act act = new Act(
                NODE, "prod-a", "token", NODE.workflowId(), "image-drift", Step.EVIDENCE, 1, Optional.empty(), NOON);
        starter.ledger
                .knownLines()
                .accept(act, new BaselineRef(BASELINE, "aa"), List.of(LINE), new Who("kim", "release notes"), NOON);
    }

    @Test
    void showsWhoAcceptedALineAndTakesItBackOnAPersonsWord() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(slipway(starter, "lines", "list").out()).contains("no line of the driver is known");
            accept(starter);

            assertThat(slipway(starter, "lines", "list").out())
                    .contains(BASELINE, "accepted on gpu-102 at 2026-11-21T12:00:00Z", "kim: release notes", LINE);
            assertThat(slipway(starter, "lines", "list", "--json")
                            .json()
                            .at("/lines/0/node")
                            .asText())
                    .isEqualTo("prod-a/gpu-102");

            Said done = forget(starter, BASELINE);
            assertThat(done.err()).isEmpty();
            assertThat(done.out()).contains("forgotten: the next run to " + BASELINE + " stops");
            assertThat(starter.ledger.knownLines().all()).isEmpty();
            assertThat(starter.ledger.audit().of(BASELINE, 1).getFirst()).satisfies(entry -> {
                assertThat(entry.verb()).isEqualTo("forget line");
                assertThat(entry.detail()).isEqualTo(LINE);
                assertThat(entry.who().why()).startsWith("a slip");
            });
        }
    }

    private static Said forget(RunningStarter starter, String baseline) {
        return slipway(starter, "lines", "forget", "--baseline", baseline, "--line", LINE, "--reason", "a slip");
    }

    @Test
    void refusesToForgetWhatNobodyAcceptedOrWithoutAReason() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            accept(starter);

            Said other = forget(starter, "another");
            assertThat(other.exit()).isEqualTo(Exit.USAGE);
            assertThat(other.err()).contains("no such line was accepted for another", "slipway lines list");
            assertThat(slipway(starter, "lines", "forget", "--baseline", BASELINE, "--line", LINE)
                            .exit())
                    .isEqualTo(Exit.USAGE);
            assertThat(starter.ledger.knownLines().all()).hasSize(1);
        }
    }

    @Test
    void aLineOfTheFileIsShownAndIsTakenOutThere() throws IOException {
        Path config = folder.resolve("config");
        ConfigFolder.in(config);
        Path file = config.resolve("baselines/" + BASELINE + ".yaml");
        Files.writeString(file, Files.readString(file).replace("gates:", "gates:\n  knownLines: ['NVRM: a']"));
        try (RunningStarter starter = RunningStarter.of(folder, Config.load(config))) {
            assertThat(slipway(starter, "lines", "list").out()).contains(BASELINE, "gates.knownLines", "NVRM: a");
        }
    }
}
