package dev.slipway.facts.tool;

/** Reads the output of one tool. Pure, never throws, and bounded in time and memory by the length of what it reads. */
public interface Parser {

    /** Returns everything that the output contains; what is not understood is named, never skipped. */
    ToolReport<?> parse(Output output);
}
