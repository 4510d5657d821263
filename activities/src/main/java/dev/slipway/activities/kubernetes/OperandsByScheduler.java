package dev.slipway.activities.kubernetes;

import dev.slipway.model.Act;
import dev.slipway.port.Operands;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Finds the operator's pods if Kubernetes schedules a node; elsewhere there are none, and nothing is done. */
public final class OperandsByScheduler implements Operands {
    private final Predicate<Act> onKubernetes;
    private final Operands operands;

    public OperandsByScheduler(Predicate<Act> onKubernetes, Operands operands) {
        this.onKubernetes = onKubernetes;
        this.operands = operands;
    }

    @Override
    public Map<String, String> pause(Act act) {
        return onKubernetes.test(act) ? operands.pause(act) : Map.of();
    }

    @Override
    public List<String> resume(Act act, Map<String, String> recorded) {
        return onKubernetes.test(act) ? operands.resume(act, recorded) : List.of();
    }
}
