package dev.slipway.starter;

import dev.slipway.drift.DriftCheck;
import dev.slipway.model.Route;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import io.temporal.workflow.Workflow;
import java.util.List;

/** Finds two drifted nodes and one that is broken. */
public final class FakeDriftCheck implements DriftCheck {

    @Override
    public DriftReport check(String fleet) {
        return new DriftReport(
                Workflow.getInfo().getWorkflowId(),
                fleet,
                5,
                4,
                1,
                2,
                1,
                0,
                false,
                List.of(
                        new DriftReport.DriftLine(
                                "gpu-041",
                                "D5",
                                "converge",
                                "packages differ",
                                "driverVersion 570.124.06 → want 570.133.20; held no → want yes",
                                Route.Kind.DO),
                        new DriftReport.DriftLine(
                                "gpu-102",
                                "D2",
                                "divert gpu-fault-rma",
                                "GPUs 7 of 8 on the bus",
                                "",
                                Route.Kind.DIVERT),
                        new DriftReport.DriftLine(
                                "gpu-077",
                                "D5",
                                "converge",
                                "packages differ",
                                "nccl 2.26.2 → want 2.27.3",
                                Route.Kind.DO)),
                DriftReport.Unread.of(
                        List.of(MemberAnswer.without(
                                new NodeRef("prod", "gpu-110"),
                                MemberAnswer.Kind.HOST_KEY,
                                "slipway@192.0.2.110:22 shows a host key that is not the known one",
                                "if the node was reinstalled, replace its key in known_hosts")),
                        100));
    }

    @Override
    public String progress() {
        return "done";
    }
}
