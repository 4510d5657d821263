package dev.slipway.rules;

/** Answers the questions of one table's rules about a node, beside those of every table. */
public interface View {

    /** Returns the node, with the questions of every table. */
    NodeView node();

    /** Returns whether no work may stay on the node without a repair; an unreadable part counts as unsafe. */
    default boolean unsafe() {
        return node().gpus().unsafe();
    }
}
