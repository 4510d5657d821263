package dev.slipway.facts.tool;

/** Holds a line that a parser did not understand, shortened; lines count from 1. */
public record Unparsed(int line, String text) {}
