package dev.slipway.activities.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.facts.FactsHash;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodePlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerGpuFaultsTest {
    private static final int SLOT = 3;

    @TempDir
    private Path folder = Path.of("");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:gpu-faults", "slipway", Optional.empty());
    private final LedgerGpuFaults faults = new LedgerGpuFaults(ledger, OneNode::baseline);

    @AfterEach
    void close() {
        ledger.close();
    }

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    /** Reads the node and keeps what it says, as a run or a drift check does. */
    private FactsRef read(OneNode node) {
        Act act = node.act("facts", 1);
        NodeFacts facts = node.tools().facts().read(act.node(), Instant.now().minus(Duration.ofDays(1)));
        FactsRef ref = new FactsRef(
                act.node(),
                act.node() + "@" + facts.collectedAt(),
                facts.boot().value().orElseThrow().bootId(),
                FactsHash.of(facts),
                facts.collectedAt(),
                facts.identity().value().orElseThrow(),
                "");
        ledger.facts().keep(ref, facts);
        return ref;
    }

    private static void becomes(OneNode node, Condition condition) {
        node.see(() -> {
            node.node().become(condition);
            return true;
        });
    }

    private static String serial(OneNode node) {
        return node.see(() -> node.node().machine().slots().get(SLOT).serial());
    }

    private List<GpuSuspect> suspects(OneNode node, FactsRef facts) {
        return faults.suspects(node.act("suspects", 1), facts, OneNode.GOAL);
    }

    /** I24: what sat there before, by serial; the index of the others has moved by then. */
    @Test
    void i24_aGpuThatIsGoneIsNamedByWhatSatAtItsPlaceBefore() {
        try (OneNode node = node()) {
            read(node);
            becomes(node, new Condition.GpuLost(SLOT));

            List<GpuSuspect> suspects = suspects(node, read(node));

            assertThat(suspects).singleElement().satisfies(gpu -> {
                assertThat(gpu.serial()).isEqualTo(serial(node));
                assertThat(gpu.xids()).containsExactly(79);
                assertThat(gpu.slot()).isEqualTo("0000:5d:00");
            });
            assertThat(ledger.gpuHistory().of(serial(node), Instant.EPOCH))
                    .extracting(GpuEvent::kind)
                    .containsExactly(GpuEvent.Kind.XID);
        }
    }

    @Test
    void aGpuThatWasNeverReadIsNamedByItsPlaceAlone() {
        try (OneNode node = node(new Condition.GpuLost(SLOT))) {
            assertThat(suspects(node, read(node))).singleElement().satisfies(gpu -> {
                assertThat(gpu.serial()).isEmpty();
                assertThat(gpu.bdf()).isEqualTo("0000:5d:00.0");
            });
        }
    }

    @Test
    void namesEveryGpuThatAsksForSomethingAndSaysWhenThatIsOver() {
        try (OneNode node = node(
                new Condition.GpuAils(Ailment.asking(SLOT, "Reset", Ailment.Cure.RESET)),
                new Condition.GpuAils(Ailment.rows(5, Ailment.Rows.PENDING)))) {
            FactsRef before = read(node);
            assertThat(suspects(node, before)).hasSize(2);
            assertThat(faults.faultStatus(node.act("check-fault-cleared", 1), before, OneNode.GOAL)
                            .over())
                    .isFalse();

            node.see(() -> {
                node.node().machine().cured(SLOT, Ailment.Cure.RESET);
                node.node().machine().cured(5, Ailment.Cure.RESET);
                return true;
            });

            assertThat(faults.faultStatus(node.act("check-fault-cleared", 1), read(node), OneNode.GOAL)
                            .over())
                    .isTrue();
        }
    }

    @Test
    void whatARunDidIsKeptOnceUnderTheSerialAndARebootAtTheTimeOfTheBoot() {
        try (OneNode node = node()) {
            FactsRef facts = read(node);
            List<GpuSuspect> gpus = List.of(
                    new GpuSuspect("GPU-1", "1650002", "0000:5d:00.0", List.of(79), "XID 79"),
                    new GpuSuspect("", "", "0000:9a:00.0", List.of(), "gone"));
            for (int asked = 0; asked < 2; asked++) {
                faults.happened(node.act("record-gpu-event", 1), facts, GpuEvent.Kind.REBOOT, gpus);
                faults.happened(node.act("record-gpu-event", 1), facts, GpuEvent.Kind.RMA, gpus);
            }

            List<GpuEvent> kept = ledger.gpuHistory().of("1650002", Instant.EPOCH);
            assertThat(kept).extracting(GpuEvent::detail).containsOnly("79");
            assertThat(kept)
                    .extracting(GpuEvent::kind)
                    .containsExactlyInAnyOrder(GpuEvent.Kind.REBOOT, GpuEvent.Kind.RMA);
            assertThat(kept)
                    .filteredOn(event -> event.kind() == GpuEvent.Kind.REBOOT)
                    .extracting(GpuEvent::at)
                    .first()
                    .satisfies(at -> assertThat(at).isBefore(facts.collectedAt()));
        }
    }

    /** The third event of a serial counts in whatever node the others happened, also of a GPU that is silent now. */
    @Test
    void i11_whatHappenedElsewhereComesAlongWithTheSerial() {
        try (OneNode node = node()) {
            FactsRef whole = read(node);
            ledger.gpuHistory()
                    .add(new GpuEvent(
                            serial(node),
                            GpuEvent.Kind.XID,
                            whole.collectedAt().minus(Duration.ofDays(9)),
                            "62",
                            new NodeRef("lab", "gpu-044")));
            becomes(node, new Condition.GpuLost(SLOT));
            NodeFacts now = ledger.facts().byId(read(node).id()).orElseThrow();

            assertThat(ledger.facts().gpusPast(now))
                    .extracting(event -> event.node().name())
                    .contains("gpu-044", "gpu-001");
            assertThat(now.identity().value()).map(Identity::productUuid).isPresent();
        }
    }
}
