package dev.slipway.route;

/** The worst that a run of dcgmi diag said: DCGM's severity, and the test and device that it said it of. */
public record DcgmVerdict(Severity severity, String said) {

    /** DCGM's error severities, as dcgm_errors.h numbers them. */
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
