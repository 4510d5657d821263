package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.Tried;
import dev.slipway.model.Tried.DriverFault;
import java.util.Arrays;

/** Weighs a stage of a repair of the driver. */
public final class DriverFaults {
    private DriverFaults() {}

    /**
     * Returns whether the stage has helped; a stage that found a fault which no stage helps ends the runbook: another
     * one has the node.
     */
    public static boolean helped(RunContext run, Tried tried) {
        if (!tried.needs().isBlank()) {
            run.divertTo(runbookOf(tried.needs()), tried.why());
        }
        return run.done(tried);
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
