package dev.slipway.activities.gates;

import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuFindings;
import dev.slipway.rules.triage.KernelErrors;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what went wrong on a node since its last change or boot, the tests that proved it and its time in service among
 * that. What cannot be read is trouble too; a node that was found taken out is expected to be out.
 */
record Soak(NodeFacts now, boolean foundOut) {

    List<String> troubles(SchedulingState schedulingState) {
        List<String> troubles = new ArrayList<>();
        Reading<List<String>> errors = KernelErrors.in(now.log());
        troubles.addAll(errors.value().orElseGet(() -> List.of("the kernel log could not be read: " + errors.error())));
        if (now.hardware().gpus().known()) {
            now.hardware().gpus().or(List.of()).forEach(gpu -> ofGpu(troubles, gpu));
        } else {
            troubles.add("the GPUs could not be read: " + now.hardware().gpus().error());
        }
        if (schedulingState.machine().filter(machine -> !machine.ready()).isPresent()) {
            troubles.add("the node is not ready");
        }
        if (schedulingState.mark().isPresent() || (!schedulingState.schedulable() && !foundOut)) {
            troubles.add("the node was taken out by " + schedulingState.owner());
        }
        return troubles;
    }

    private void ofGpu(List<String> troubles, Gpu gpu) {
        GpuFindings findings = new GpuFindings(now, gpu);
        findings.troubles().forEach(trouble -> troubles.add("GPU " + gpu.bdf() + " " + trouble));
        findings.unread().ifPresent(why -> troubles.add("GPU " + gpu.bdf() + " health could not be read: " + why));
    }
}
