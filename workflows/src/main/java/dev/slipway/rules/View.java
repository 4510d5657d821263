package dev.slipway.rules;

/** The questions that the rules of one table ask of a node, beside those that every table asks. */
public interface View {

    /** The node, with the questions that every table asks. */
    NodeView node();

    /** Whether no work may stay on the node where nobody mends it; what cannot be read counts as unsafe. */
    default boolean unsafe() {
        return node().gpus().unsafe();
    }
}
