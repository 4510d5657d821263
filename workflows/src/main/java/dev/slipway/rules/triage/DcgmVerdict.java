package dev.slipway.rules.triage;

/** Holds the worst result of a dcgmi diag: DCGM's severity, and its test and device. */
public record DcgmVerdict(Severity severity, String said) {

    /** Lists DCGM's error severities, as dcgm_errors.h numbers them. */
    public enum Severity {
        /** 0: nothing. */
        NONE,
        /** 1: watch it. */
        MONITOR,
        /** 5: the node is set up wrong; not a verdict on the hardware. */
        CONFIG,
        /** 6: drain, reset, and run it again. */
        RESET,
        /** 3: DCGM does not know. */
        UNKNOWN,
        /** 4: a person must look. */
        TRIAGE,
        /** 2: never put it back. */
        ISOLATE
    }
}
