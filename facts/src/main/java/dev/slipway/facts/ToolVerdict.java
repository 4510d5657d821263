package dev.slipway.facts;

/** Lists the verdicts on the answer of a diagnostic tool. Only {@link #PASS} may open a gate. */
public enum ToolVerdict {
    /** Every required test ran on every GPU and passed. */
    PASS,
    /** It ran, and warned; no test failed. */
    WARN,
    /** A test failed on this node. */
    FAIL,
    /** Tests were skipped that had to run. */
    SKIP,
    /** The tool itself could not do its work: busy, timed out, lost its engine. No verdict on the node. */
    INFRASTRUCTURE_ERROR,
    /** The answer is empty, cut or not understood. */
    UNKNOWN
}
