package dev.slipway.model;

/**
 * Lists the results of a check of one part. Only {@link #OK} is well; a part that could not be checked is never well.
 */
public enum Finding {
    OK,
    WRONG,
    NOT_CHECKED
}
