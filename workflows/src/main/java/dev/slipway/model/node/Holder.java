package dev.slipway.model.node;

/** Describes a process that holds a GPU, named so that a person can decide about it. */
public record Holder(long pid, String command, String device) {}
