package dev.slipway.model;

/** What a look at one part came to. Only {@link #OK} is well; what could not be looked at is never well. */
public enum Finding {
    OK,
    WRONG,
    NOT_CHECKED
}
