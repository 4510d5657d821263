package dev.slipway.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.doctor.DoctorRun;
import dev.slipway.drift.DryRunRun;
import dev.slipway.drift.FactsLookRun;
import dev.slipway.drift.ReachLookRun;
import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fleet.NodeReleaseRun;
import dev.slipway.model.Act;
import dev.slipway.model.Look;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reached;
import dev.slipway.model.Reading;
import dev.slipway.model.ReleaseWish;
import dev.slipway.model.Who;
import dev.slipway.port.Access;
import dev.slipway.port.Releases;
import dev.slipway.runbook.kernelgpumissing.KernelGpuMissingRunbook;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As {@link HistoryRecorder}, for the repairs and for what only looks: an undisturbed run of each. */
class RepairHistoryRecorder {
    private final Bench bench = new Bench();
    private final FakeNode node = bench.node("gpu-1");

    RepairHistoryRecorder() {
        bench.worker.registerWorkflowImplementationTypes(
                KernelGpuMissingRunbook.class,
                NodeReleaseRun.class,
                DryRunRun.class,
                FactsLookRun.class,
                ReachLookRun.class,
                DoctorRun.class);
        bench.worker.registerActivitiesImplementations(new Released(), new Reachable());
        bench.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private void record(String workflow, String scenario, Object... input) throws IOException {
        WorkflowStub run = bench.client()
                .newUntypedWorkflowStub(
                        workflow,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(node.ref.workflowId())
                                .build());
        run.start(input);
        assertThat(run.getResult(Object.class)).isNotNull();
        HistoryRecorder.store(bench, workflow, scenario, node.ref.workflowId());
    }

    @ParameterizedTest
    @CsvSource({
        "ModuleReload,reloaded,M13,old",
        "ModuleReload,rebooted,M13-rebooted,old",
        "GpuFaultRma,reset,F13,pin",
        "GpuFaultRma,candidate,F13-candidate,pin",
        "FabricManager,restarted,N16,pin",
        "GspMismatch,reinstalled,W11,pin",
        "Persistence,enabled,P9,pin",
        "KernelGpuMissing,forward,K16,drifted"
    })
    void repaired(String workflow, String scenario, String row, String running) throws IOException {
        node.row = row.split("-", 2)[0];
        node.running = running;
        node.packages = workflow.equals("KernelGpuMissing") ? node.packages : "pin";
        node.driver.resident = running.equals("pin") ? "pin" : node.driver.resident;
        node.driver.gspFails = workflow.equals("GspMismatch");
        if (workflow.equals("FabricManager")) {
            node.fabric.open.add("GPU-3");
        }
        if (scenario.equals("rebooted")) {
            node.driver.brings.remove("load");
        }
        if (scenario.equals("candidate")) {
            node.gpus.curedBy = "nothing";
            node.gpus.offTheBus = true;
        }
        record(workflow, scenario, Bench.trigger(node));
        String expected = scenario.equals("candidate") ? "RMA_CANDIDATE" : "CONVERGED";
        assertThat(node.outcome.orElseThrow().outcome().name()).isEqualTo(expected);
    }

    @Test
    void looked() throws IOException {
        record("DryRun", "drifted", Bench.trigger(node), "image-drift");
        record("FactsLook", "read", node.ref, "fleet", Optional.empty());
        record("ReachLook", "answers", node.ref, Optional.empty());
        record("Doctor", "well", List.of("fleet"), false);
    }

    @Test
    void released() throws IOException {
        record(
                "NodeRelease",
                "unverified",
                new ReleaseWish(node.ref, "fleet", new Who("on-call", "recorded"), Instant.EPOCH));
    }

    private static final class Released implements Releases {
        @Override
        public String release(Act act, ReleaseWish wish) {
            return act.node() + " is in service";
        }
    }

    private static final class Reachable implements Access {
        @Override
        public List<Look> nodes(String fleet, boolean all) {
            return List.of(Look.ok("SSH " + fleet, "1 node answers"));
        }

        @Override
        public List<Look> bmcs(String fleet, boolean all) {
            return List.of();
        }

        @Override
        public List<Look> rights(String fleet) {
            return List.of(Look.ok("RBAC " + fleet, "every right is there"));
        }

        @Override
        public Reached reach(NodeRef of) {
            return new Reached(true, "answers", Reading.unknown("no BMC"));
        }
    }
}
