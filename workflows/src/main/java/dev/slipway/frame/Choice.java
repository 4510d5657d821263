package dev.slipway.frame;

/** Lists what a person can choose about a step that failed for good, or about what a gate cannot judge. */
enum Choice {
    RETRY,
    ROLL_BACK,
    HOLD,
    ACCEPT
}
