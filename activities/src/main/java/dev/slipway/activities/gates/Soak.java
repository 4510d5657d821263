package dev.slipway.activities.gates;

import dev.slipway.activities.spi.Standing;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.route.KernelErrors;
import java.util.ArrayList;
import java.util.List;

/**
 * What went wrong on a node since its last change or boot, the tests that proved it and its time in service among
 * that. What cannot be read is trouble too; a node that was found taken out is expected to be out.
 */
record Soak(NodeFacts now, boolean foundOut) {

    List<String> troubles(Standing standing) {
        List<String> troubles = new ArrayList<>();
        Reading<List<String>> errors = KernelErrors.in(now.log());
        troubles.addAll(errors.value().orElseGet(() -> List.of("the kernel log could not be read: " + errors.error())));
        if (now.hardware().gpus().known()) {
            now.hardware().gpus().or(List.of()).forEach(gpu -> troubles.addAll(GpuHealth.troubles(gpu)));
        } else {
            troubles.add("the GPUs could not be read: " + now.hardware().gpus().error());
        }
        if (standing.machine().filter(machine -> !machine.ready()).isPresent()) {
            troubles.add("the node is not ready");
        }
        if (standing.mark().isPresent() || (!standing.schedulable() && !foundOut)) {
            troubles.add("the node was taken out by " + standing.owner());
        }
        return troubles;
    }
}
