package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.drift.DriftCheck;
import dev.slipway.ledger.LedgerGrowth;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the ledger may grow by: it is measured as doctor shows it. A limit is a little above what was measured. */
class LedgerBudgetTest {
    private static final int PER_READING = 2_600;
    private static final int PER_RUN = 70_000;
    private static final FleetPlan PLAN =
            FleetPlan.whole(17, 2).changing("gpu-002", n -> n.with(new Condition.Runs(SoftwareSet.previous())));

    @TempDir
    Path folder;

    @Test
    void scansOfAnUnchangedNodeAndANodeRunStoreNoMoreThanTheirBudget() {
        try (ScenarioBench bench = ScenarioBench.start(folder, PLAN)) {
            for (int scan = 0; scan <= 5; scan++) {
                bench.workflow(DriftCheck.class, "drift/" + scan).check("gpu-001");
            }
            NodeOutcome end = bench.run(List.of("gpu-002"), false).getFirst();
            assertThat(end.outcome()).isEqualTo(Outcome.CONVERGED);

            LedgerGrowth.Measured measured = bench.ledger.growth().measured();
            assertThat(measured.scans()).as("all but the first").isEqualTo(5);
            assertThat(measured.readings()).isEqualTo(5);
            assertThat(measured.perReading()).as(measured.words()).isBetween(500L, (long) PER_READING);
            assertThat(measured.runs()).isEqualTo(1);
            assertThat(measured.perRun()).as(measured.words()).isBetween(20_000L, (long) PER_RUN);
        }
    }
}
