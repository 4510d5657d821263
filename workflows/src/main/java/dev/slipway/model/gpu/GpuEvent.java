package dev.slipway.model.gpu;

import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Optional;

/**
 * Records something that happened to one GPU, by its serial, in whatever node it was. {@code detail}: the number of an
 * {@link Kind#XID} and of the XID of a {@link Kind#JOB}; the number of the XID that a {@link Kind#REBOOT}, a {@link
 * Kind#RESET} or an {@link Kind#RMA} followed, else {@code no XID}; the baseline of a {@link Kind#ISOLATE}; the words
 * of the person who did a {@link Kind#RESEAT}. Only a {@link Kind#JOB} has a job.
 */
public record GpuEvent(String serial, Kind kind, Instant at, String detail, NodeRef node, Optional<Job> job) {

    /** Creates an event without a job. */
    public GpuEvent(String serial, Kind kind, Instant at, String detail, NodeRef node) {
        this(serial, kind, at, detail, node, Optional.empty());
    }

    /**
     * Names the job whose program it was: the name distinguishes jobs, such as {@code job 12} or {@code pod
     * ml/Job/train}; {@code about} is what else is known about it, for people, and may be empty.
     */
    public record Job(String name, String about) {
        @Override
        public String toString() {
            return about.isEmpty() ? name : name + " (" + about + ")";
        }
    }

    /** Lists the kinds of event that count towards replacing a GPU. */
    public enum Kind {
        SEEN,
        XID,
        /** A program caused an XID under a job whose name is known. */
        JOB,
        LOST,
        RESET,
        REBOOT,
        /** A person took the GPU out and put it back, or into another slot. */
        RESEAT,
        /** dcgmi diag reports: isolate. */
        ISOLATE,
        RMA
    }

    /** Returns the detail and the job in one text, for people. */
    public String sentence() {
        return job.map(known -> (detail + " " + known).strip()).orElse(detail);
    }
}
