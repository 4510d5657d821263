package dev.slipway.frame;

/** What can be done about a step that failed for good. */
enum Choice {
    RETRY,
    ROLL_BACK,
    HOLD
}
