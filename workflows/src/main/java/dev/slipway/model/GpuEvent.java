package dev.slipway.model;

import java.time.Instant;

/**
 * Something that happened to one GPU, by its serial, in whatever node it was. {@code detail}: the number of an {@link
 * Kind#XID}; the number of the XID that a {@link Kind#REBOOT}, a {@link Kind#RESET} or an {@link Kind#RMA} followed, else {@code no XID}; the baseline of a {@link
 * Kind#ISOLATE}; the words of whoever did a {@link Kind#RESEAT}.
 */
public record GpuEvent(String serial, Kind kind, Instant at, String detail, NodeRef node) {

    /** The kinds of event that count towards replacing a GPU. */
    public enum Kind {
        SEEN,
        XID,
        /** A program's XID under a job whose name is known: {@code CODE JOB}. */
        JOB,
        LOST,
        RESET,
        REBOOT,
        /** Taken out and put back, or into another slot. */
        RESEAT,
        /** dcgmi diag says: isolate. */
        ISOLATE,
        RMA
    }
}
