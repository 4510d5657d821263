package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.GpuStand;
import dev.slipway.model.GpuSuspect;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** Which GPUs of a node are at fault, by facts and by what is kept of them, and what a run did about it. */
@ActivityInterface(namePrefix = "GpuFaults.")
public interface GpuFaults {

    /**
     * Safe to repeat: reads only. The GPUs that these facts, or their past in whatever node, speak against; one that
     * does not answer by what sat at its place before. Empty where nothing says which GPU it is.
     */
    List<GpuSuspect> suspects(Act act, FactsRef facts, BaselineRef goal);

    /**
     * Safe to repeat: reads only. Whether every GPU of the profile answers and none asks for anything; what is unread
     * is not over.
     */
    GpuStand stand(Act act, FactsRef facts, BaselineRef goal);

    /**
     * Safe to repeat: the same event is kept once. Writes {@code kind} under the serial of each GPU that has one: a
     * reboot at the boot of {@code facts}, all else at their time.
     */
    void happened(Act act, FactsRef facts, GpuEvent.Kind kind, List<GpuSuspect> gpus);
}
