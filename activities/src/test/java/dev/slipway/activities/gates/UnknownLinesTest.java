package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.audit.LedgerActivities;
import dev.slipway.activities.audit.LedgerBaselines;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.spi.OutOfBand;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.facts.BootLog;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a baseline knows of the driver's lines: those of its file, and those that people accepted for its name. */
class UnknownLinesTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final Who WHO = new Who("oncall", "informational");
    private static final NodeRef NODE = new NodeRef("c1", "gpu-000");
    private static final Act ACT =
            new Act(NODE, "prod-a", "run-1", NODE.workflowId(), "image-drift", Step.FACTS, 1, Optional.empty(), T0);

    @TempDir
    private Path folder = Path.of("");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:lines", "slipway", Optional.empty());
    private final TestClock clock = TestClock.running(1000);

    @AfterEach
    void close() {
        ledger.close();
    }

    private static FactsRef reading(String... lines) {
        LogReading log = new LogReading(new LogPosition("b", "journal s=1;i=9"), Reading.of(List.of()), List.of(lines));
        return new FactsRef(NODE, "f", "b", "h", T0, new Identity("m", "u", Optional.empty()), "", Optional.of(log));
    }

    private FleetGates gates(Config config) {
        LedgerBaselines baselines = new LedgerBaselines(ledger, config, clock);
        LeaveOfService.Stops stops = new LeaveOfService.Stops(f -> Optional.empty(), clock, f -> Optional.empty());
        FleetGates.Proof proof = new FleetGates.Proof(
                act -> {
                    throw new IllegalStateException("no scheduler is asked");
                },
                act -> {
                    throw new IllegalStateException("no node is asked");
                },
                ledger,
                baselines);
        return new FleetGates(
                new LeaveOfService(config, baselines, name -> List.of(), stops),
                act -> OutOfBand.nothing(),
                proof,
                new OfferedGpus(clock));
    }

    private static BaselineRef ref(Config config, String id) {
        return config.ref(id).orElseThrow();
    }

    @Test
    void namesWhatTheBaselineDoesNotKnow() {
        Config config = ExampleConfig.in(folder);
        BaselineRef goal = ref(config, "hgx-h100-r570-133");

        assertThat(gates(config).unknownLines(ACT, reading("NVRM: # a", "NVRM: # b"), goal))
                .containsExactly("NVRM: # a", "NVRM: # b");
        assertThat(gates(config).unknownLines(ACT, reading(), goal)).isEmpty();
        FactsRef old = new FactsRef(NODE, "f", "b", "h", T0, new Identity("m", "u", Optional.empty()), "");
        assertThat(gates(config).unknownLines(ACT, old, goal)).isEmpty();
    }

    @Test
    void anAcceptedLineIsKnownToRunsThatBeganBeforeAndToNoOtherBaseline() {
        Config config = ExampleConfig.in(folder);
        BaselineRef goal = ref(config, "hgx-h100-r570-133");
        FleetGates running = gates(config);

        new LedgerActivities(
                        ledger,
                        fleet -> List.of(),
                        act -> {
                            throw new IllegalStateException("no scheduler is asked");
                        },
                        clock)
                .acceptLines(ACT, goal, List.of("NVRM: # a"), WHO);

        assertThat(running.unknownLines(ACT, reading("NVRM: # a", "NVRM: # b"), goal))
                .containsExactly("NVRM: # b");
        assertThat(running.unknownLines(ACT, reading("NVRM: # a"), ref(config, "hgx-h100-r570-124")))
                .containsExactly("NVRM: # a");
    }

    /** A reference has only so many lines; behind them stands one more in the ledger. */
    @Test
    void manyLinesThatAreKnownHideNone() {
        Config config = ExampleConfig.in(folder);
        BaselineRef goal = ref(config, "hgx-h100-r570-133");
        List<String> known =
                Stream.iterate("NVRM: a", line -> line + "a").limit(25).toList();
        List<String> all = Stream.concat(known.stream(), Stream.of("NVRM: new")).toList();
        FactsRef read = reading(known.subList(0, LogReading.LINES).toArray(String[]::new));
        NodeFacts good = Facts.good().facts();
        ledger.facts()
                .keep(read, good.with(new BootLog(good.log().end(), good.log().events(), "", all)));
        ledger.knownLines().accept(ACT, goal, known, WHO, T0);

        assertThat(gates(config).unknownLines(ACT, read, goal)).containsExactly("NVRM: new");
    }

    /** It may be written as the kernel did, and the baseline stays what it was. */
    @Test
    void aLineOfTheBaselinesFileIsKnownAndChangesNoHash() throws IOException {
        Config before = ExampleConfig.in(folder);
        BaselineRef goal = ref(before, "hgx-h100-r570-133");
        gates(before);
        Path file = folder.resolve("baselines/hgx-h100-r570-133.yaml");
        String known = "gates:\n  knownLines: ['NVRM: GPU3 at PCI:0000:3b:00.0 likes pid=4711']\n";
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^gates:\\n", known));
        Config after = Config.load(folder);

        assertThat(ref(after, "hgx-h100-r570-133")).isEqualTo(goal);
        assertThat(gates(after).unknownLines(ACT, reading("NVRM: GPU# at PCI:# likes pid=#", "NVRM: b"), goal))
                .containsExactly("NVRM: b");
    }
}
