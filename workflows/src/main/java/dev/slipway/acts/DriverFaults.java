package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.StageResult.DriverFault;
import java.util.Arrays;

/** Weighs a stage of a repair of the driver. */
public final class DriverFaults {
    private DriverFaults() {}

    /**
     * Returns whether the stage has helped; a stage that found a fault which no stage helps ends the runbook: another
     * one has the node.
     */
    public static boolean helped(RunContext run, StageResult stageResult) {
        if (!stageResult.needs().isBlank()) {
            run.divertTo(runbookOf(stageResult.needs()), stageResult.why());
        }
        return run.done(stageResult);
    }

    /** An older worker names the runbook itself. */
    private static String runbookOf(String fault) {
        return Arrays.stream(DriverFault.values())
                .filter(known -> known.name().equals(fault))
                .findFirst()
                .map(known -> switch (known) {
                    case NO_MODULE, MODULE_REFUSED -> "kernel-gpu-missing";
                    case FIRMWARE -> "gsp-mismatch";
                })
                .orElse(fault);
    }
}
