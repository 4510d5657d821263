package dev.slipway.activities.diagnostics;

import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.facts.nvidia.DcgmDiag;
import dev.slipway.facts.nvidia.DiagReport;
import dev.slipway.facts.nvidia.DiagVerdict;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.rules.triage.DcgmVerdict.Severity;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Keeps in a GPU's history that dcgmi diag isolates it, under its serial: the index of a report is only of this moment.
 */
final class IsolatedGpus {
    private final NodeTools tools;
    private final Consumer<GpuEvent> history;

    IsolatedGpus(NodeTools tools, Consumer<GpuEvent> history) {
        this.tools = tools;
        this.history = history;
    }

    /** Safe to repeat: the event has the run's T0, so the same report gives the same event. */
    void keep(Act act, BaselineRef goal, String output) {
        boolean isolates = DiagVerdict.of(output)
                .filter(verdict -> verdict.severity() == Severity.ISOLATE)
                .isPresent();
        if (!isolates) {
            return;
        }
        Set<Integer> failed = DcgmDiag.reports(output).stream()
                .flatMap(report -> report.tests().stream())
                .filter(test -> test.remarks().stream().anyMatch(remark -> remark.severity() == 2))
                .flatMap(test -> test.results().stream())
                .filter(result -> result.status() == DiagReport.Status.FAIL)
                .flatMap(result -> result.gpus().stream())
                .collect(Collectors.toSet());
        List<Gpu> gpus = tools.facts()
                .read(act.node(), act.t0(), "smi-gpus")
                .hardware()
                .gpus()
                .or(List.of());
        gpus.stream()
                .filter(gpu -> failed.contains(gpu.index()))
                .map(gpu -> new GpuEvent(gpu.serial(), GpuEvent.Kind.ISOLATE, act.t0(), goal.id(), act.node()))
                .forEach(history);
    }
}
