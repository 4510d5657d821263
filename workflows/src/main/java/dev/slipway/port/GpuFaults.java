package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.gpu.FaultStatus;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuSuspect;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/**
 * Finds the GPUs of a node that are at fault, by facts and by their stored history, and records what a run did about
 * it.
 */
@ActivityInterface(namePrefix = "GpuFaults.")
public interface GpuFaults {

    /**
     * Safe to repeat: reads only. Returns the GPUs that these facts, or their past in any node, make suspect; one that
     * does not answer is named by what was at its bus address before. Empty if nothing shows which GPU it is.
     */
    List<GpuSuspect> suspects(Act act, FactsRef facts, BaselineRef goal);

    /**
     * Safe to repeat: reads only. Returns whether every GPU of the profile answers and none needs an action; an unread
     * fault is not over.
     */
    @ActivityMethod(name = "GpuFaults.Stand")
    FaultStatus faultStatus(Act act, FactsRef facts, BaselineRef goal);

    /**
     * Safe to repeat: the same event is stored once. Writes {@code kind} under the serial of each GPU that has one: a
     * reboot at the boot of {@code facts}, all else at their time.
     */
    void happened(Act act, FactsRef facts, GpuEvent.Kind kind, List<GpuSuspect> gpus);
}
