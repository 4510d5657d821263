package dev.slipway.activities.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.spi.ClusterNodes;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.config.Config;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.NodePins;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredRosterTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:roster", "slipway", Optional.empty());

    @TempDir
    Path directory = Path.of("");

    @AfterEach
    void end() {
        ledger.close();
    }

    private ConfiguredRoster roster(Config config) {
        return new ConfiguredRoster(
                config, (cluster, selector) -> List.of(), (fleet, selector) -> List.of(), ledger, () -> NOON);
    }

    private Config onKubernetes() throws IOException {
        ExampleConfig.in(directory);
        Path fleet = directory.resolve("fleets/prod-a.yaml");
        Files.writeString(
                fleet,
                Files.readString(fleet)
                        .replace("scheduler: none", "scheduler: kubernetes\nkubernetes: { kubeconfig: c1.conf }"));
        return Config.load(directory);
    }

    @Test
    void storesWhyNobodyKnowsWhoIsInServiceWhereNothingSchedules() {
        roster(ExampleConfig.in(directory)).members("prod-a");

        assertThat(ledger.rosterReadings().last("prod-a")).isEmpty();
        assertThat(ledger.rosterReadings().failure("prod-a").orElseThrow()).satisfies(failure -> {
            assertThat(failure.since()).isEqualTo(NOON);
            assertThat(failure.reason()).startsWith("nothing schedules this node");
        });
    }

    @Test
    void storesAReadingThatFailedAndThenTheOneThatWorked() throws IOException {
        Config config = onKubernetes();
        FleetRoster away = new ConfiguredRoster(
                config,
                (cluster, selector) -> {
                    throw FailureType.TRANSIENT.of("no kubeconfig at /etc/slipway/c1");
                },
                (fleet, selector) -> List.of(),
                ledger,
                () -> NOON);

        Refusal.of(FailureType.TRANSIENT, () -> away.members("prod-a"));
        assertThat(ledger.rosterReadings().failure("prod-a"))
                .contains(new RosterReadings.Failure(NOON, "no kubeconfig at /etc/slipway/c1"));

        roster(config).members("prod-a");
        assertThat(ledger.rosterReadings().failure("prod-a")).isEmpty();
        assertThat(ledger.rosterReadings().last("prod-a").orElseThrow()).satisfies(roster -> {
            assertThat(roster.readAt()).isEqualTo(NOON);
            assertThat(roster.out())
                    .as("a listed node that its cluster does not show is out")
                    .hasSize(20);
            assertThat(roster.members()).hasSize(roster.nodes()).containsAll(roster.out());
        });
    }

    /** A node of ours that somebody uncordoned counts as out for us, and the status says that it is given work. */
    @Test
    void storesThatAHeldNodeIsGivenWork() throws IOException {
        held(new NodeRef("c1", "gpu-003"));
        held(new NodeRef("c1", "gpu-004"));
        FleetRoster roster = new ConfiguredRoster(
                onKubernetes(),
                (cluster, selector) -> List.of(shown("gpu-003", true), shown("gpu-004", false)),
                (fleet, selector) -> List.of(),
                ledger,
                () -> NOON);

        assertThat(roster.members("prod-a")).noneMatch(FleetRoster.Member::inService);
        RosterReadings.Roster read = ledger.rosterReadings().last("prod-a").orElseThrow();
        assertThat(read.working()).containsExactly("gpu-003");
        assertThat(read.out()).contains("gpu-003", "gpu-004");
    }

    @Test
    void i14_countsAHeldNodeAsOut() {
        NodeRef node = new NodeRef("c1", "gpu-003");
        held(node);

        List<FleetRoster.Member> members = roster(ExampleConfig.in(directory)).members("prod-a");

        assertThat(members).hasSize(20);
        assertThat(members)
                .filteredOn(m -> !m.inService())
                .extracting(FleetRoster.Member::node)
                .containsExactly(node);
    }

    private static ClusterNodes.Listed shown(String name, boolean inService) {
        return new ClusterNodes.Listed(
                name,
                inService,
                false,
                Map.of(),
                new NodeDetails.Scheduling("kubernetes", inService, List.of(), Map.of(), Map.of()));
    }

    private void held(NodeRef node) {
        ledger.held()
                .put(new HeldNodes.Held(
                        node,
                        "prod-a",
                        "gates failed",
                        "run-1",
                        node.workflowId(),
                        Optional.empty(),
                        Optional.empty(),
                        Instant.parse("2026-01-01T00:00:00Z")));
    }

    @Test
    void saysOfEachMemberWhereItsFilePutsItAndWhyNoSchedulerSpeaksOfIt() {
        FleetRoster.Member first =
                roster(ExampleConfig.in(directory)).members("prod-a").getFirst();

        assertThat(first.outside().place().value())
                .contains(new NodeDetails.Location(
                        "prod-a",
                        Optional.of("HGX-H100-8"),
                        Optional.of("r00"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        assertThat(first.outside().scheduling().error()).startsWith("nothing schedules this node");
    }

    @Test
    void namesTheBaselineOfTheFleetOrOfThePin() {
        Config config = ExampleConfig.in(directory);
        FleetInventory inventory = new FleetInventory(config, roster(config), ledger, java.time.InstantSource.system());
        NodeRef node = new NodeRef("c1", "gpu-004");

        BaselineRef ofFleet = inventory.baselineOf(node, "prod-a");
        assertThat(ofFleet.id()).isEqualTo("hgx-h100-r570-133");
        assertThat(inventory.members("prod-a")).contains(node);

        BaselineRef before = new BaselineRef("hgx-h100-r570-124", "0123456789");
        ledger.nodePins().put(pin(node, before, ofFleet));
        assertThat(inventory.baselineOf(node, "prod-a")).isEqualTo(before);
        assertThat(inventory.baselineOf(new NodeRef("c1", "gpu-005"), "prod-a")).isEqualTo(ofFleet);

        ledger.nodePins().put(pin(node, before, new BaselineRef("hgx-h100-r570-133", "an older hash")));
        assertThat(inventory.baselineOf(node, "prod-a"))
                .as("the baseline that failed on the node is another now")
                .isEqualTo(ofFleet);
    }

    private static NodePins.Pin pin(NodeRef node, BaselineRef baseline, BaselineRef failed) {
        return new NodePins.Pin(node, baseline, Optional.of(failed), "run-1", "gates failed", Instant.EPOCH);
    }

    @Test
    void refusesAFleetThatNobodyConfigured() {
        Refusal.of(
                FailureType.GATE_CLOSED,
                () -> roster(ExampleConfig.in(directory)).members("prod-z"));
    }
}
