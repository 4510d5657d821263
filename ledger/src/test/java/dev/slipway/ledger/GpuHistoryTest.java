package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuEvent.Kind;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Identity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GpuHistoryTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String BDF = "0000:19:00.0";

    /** What the node says in that boot: one GPU, and an XID of it a minute ago. */
    private static NodeFacts facts(String boot, Instant at) {
        NodeFacts facts = Samples.unreadableFacts(Samples.N1);
        NodeDetails none = facts.details();
        return new NodeFacts(
                facts.node(),
                at,
                facts.identity(),
                Reading.of(new Boot(boot, "k", "", "running", List.of(), "k")),
                new NodeFacts.Hardware(
                        Reading.of(1),
                        Reading.of(List.of(
                                new Gpu(0, "GPU-1", "165442", BDF, "H100", "570", new Gpu.Health("", "", "", "", "")))),
                        facts.hardware().holders(),
                        facts.hardware().fabric()),
                facts.software(),
                facts.runtime(),
                Reading.of(List.of(
                        new XidEvent(at.minusSeconds(60), BDF, 119, false, "Timeout"),
                        new XidEvent(at.minusSeconds(60), BDF, 13, false, "pid=1"))),
                facts.load(),
                facts.kernels(),
                facts.driverFiles(),
                facts.fabric(),
                facts.persistence(),
                new NodeDetails(
                        none.collected(),
                        Reading.of(at.minusSeconds(600)),
                        none.gpus(),
                        none.dkms(),
                        none.initramfsDriver(),
                        none.outside()),
                facts.log());
    }

    private static void keep(LedgerDatabase ledger, String boot, Instant at) {
        FactsRef ref = new FactsRef(
                Samples.N1, at.toString(), boot, "h", at, new Identity("m", "p", Optional.empty()), "one GPU");
        ledger.facts().keep(ref, facts(boot, at));
        ledger.facts().keep(ref, facts(boot, at));
    }

    @Test
    void learnsFromFactsWhatHappenedToAGpuAndRemembersItAcrossRuns() {
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:gpu-history", "", Optional.empty())) {
            keep(ledger, "boot-1", NOON);
            keep(ledger, "boot-1", NOON.plusSeconds(30));
            keep(ledger, "boot-2", NOON.plusSeconds(3_600));

            assertThat(ledger.gpuHistory().of("165442", NOON.minusSeconds(3_600)))
                    .extracting(GpuEvent::kind, GpuEvent::detail, GpuEvent::at)
                    .containsExactly(
                            tuple(Kind.XID, "119", NOON.plusSeconds(3_540)),
                            tuple(Kind.REBOOT, "119", NOON.plusSeconds(3_000)),
                            tuple(Kind.XID, "119", NOON.minusSeconds(30)),
                            tuple(Kind.XID, "119", NOON.minusSeconds(60)));
        }
    }
}
