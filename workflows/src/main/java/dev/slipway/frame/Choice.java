package dev.slipway.frame;

/** Lists what can be done about a step that failed permanently. */
enum Choice {
    RETRY,
    ROLL_BACK,
    HOLD
}
