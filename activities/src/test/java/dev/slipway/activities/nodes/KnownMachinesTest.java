package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.MachineReading;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodePlan;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that no kubelet reports: what the fleet's file and earlier facts say of their machines. */
class KnownMachinesTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    private static final String NO_UUID = "00000000-0000-0000-0000-000000000000";

    @TempDir
    private Path folder = Path.of("");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:machines", "slipway", Optional.empty());
    private int kept;

    @AfterEach
    void end() {
        ledger.close();
    }

    private Optional<String> another(NodeFacts facts, String product, String hostname) {
        return another(facts, product, hostname, ReportedMachine.unknown(), false);
    }

    private Optional<String> another(
            NodeFacts facts, String product, String hostname, ReportedMachine reported, boolean adopted) {
        Identity identity = new Identity("m-1", product, Optional.empty());
        return new KnownMachines(ExampleConfig.in(folder.resolve("config")), ledger.facts())
                .another(
                        new MachineReading(facts, new AnsweringMachine(identity, "boot", hostname), reported, adopted));
    }

    private NodeFacts facts(int seed, Condition... conditions) {
        try (OneNode node = new OneNode(
                folder.resolve("node" + kept++),
                NodePlan.clean(NODE.name(), seed).with(conditions))) {
            return node.tools().facts().read(NODE, Instant.EPOCH);
        }
    }

    private void keep(NodeFacts facts, String product) {
        FactsRef ref = new FactsRef(
                NODE,
                "f-" + kept++,
                "boot-1",
                "hash",
                Instant.parse("2026-11-20T08:00:00Z").plusSeconds(kept),
                new Identity("m-1", product, Optional.empty()),
                "as pinned");
        ledger.facts().keep(ref, facts);
    }

    @Test
    void aMachineThatIsCalledAsAnotherMemberIsThatOne() {
        assertThat(another(facts(1), "u-1", "GPU-002.example.org"))
                .hasValueSatisfying(text -> assertThat(text).contains("c1/gpu-001", "gpu-002", "fleets/"));
        assertThat(another(facts(1), "u-1", "gpu-001")).isEmpty();
    }

    @Test
    void aNameThatIsNobodysSaysNothing() {
        assertThat(another(facts(1), "u-1", "localhost")).isEmpty();
        assertThat(another(facts(1), "u-1", "ip-10-0-0-7")).isEmpty();
        assertThat(another(facts(1), "u-1", "")).isEmpty();
    }

    @Test
    void theNameThatSlurmKnowsTheMachineByIsItsOwn() {
        assertThat(another(facts(1), "u-1", "gpu-002", new ReportedMachine("", "", "", "gpu-002"), false))
                .isEmpty();
    }

    @Test
    void anotherProductUuidThanBeforeIsRefusedUntilAPersonAdoptsTheMachine() {
        keep(facts(1), "u-1");

        assertThat(another(facts(2), "u-2", ""))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("u-1", "u-2", "2026-11-20", "--adopt", "fleets/"));
        assertThat(another(facts(1), "U-1", "")).isEmpty();
        assertThat(another(facts(2), "u-2", "", ReportedMachine.unknown(), true))
                .isEmpty();
        keep(facts(2), "u-2");
        assertThat(another(facts(2), "u-2", "")).isEmpty();
    }

    @Test
    void noPersonAdoptsAMachineThatIsCalledAsAnotherMember() {
        assertThat(another(facts(1), "u-1", "gpu-002", ReportedMachine.unknown(), true))
                .isPresent();
    }

    @Test
    void withoutAProductUuidTheGpusTell() {
        keep(facts(1), NO_UUID);

        assertThat(another(facts(2), NO_UUID, ""))
                .hasValueSatisfying(text -> assertThat(text).contains("none of its GPUs"));
        assertThat(another(facts(1, new Condition.GpuSwapped(3)), NO_UUID, "")).isEmpty();
        assertThat(another(facts(1, new Condition.GpuLost(3)), "unknown", "")).isEmpty();
    }

    /** What the kubelet reports counts: a board that was replaced is the node's as soon as its kubelet says so. */
    @Test
    void whatAKubeletReportsIsAskedAlone() {
        keep(facts(1), "u-1");

        assertThat(another(facts(2), "u-2", "gpu-002", new ReportedMachine("m-1", "u-2", "boot", ""), false))
                .isEmpty();
    }
}
