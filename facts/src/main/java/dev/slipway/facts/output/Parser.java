package dev.slipway.facts.output;

/** Reads the output of one tool. Pure, never throws, and bounded in time and memory by the length of what it reads. */
public interface Parser {

    /** All that the output says; what is not understood is named, never passed over. */
    ToolReport<?> parse(Output output);
}
