package dev.slipway.activities.bmc;

import dev.slipway.model.Act;

/** Which acts have power-cycled their node. It outlives every worker. */
public interface CycleJournal {

    /** Safe to repeat: reads only. */
    boolean begun(Act act);

    /** Written before the power is touched. True for the one caller that may go on; every other gets false. */
    boolean begin(Act act, String through);
}
