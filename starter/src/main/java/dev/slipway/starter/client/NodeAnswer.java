package dev.slipway.starter.client;

/** What became of a decision about a node. */
public record NodeAnswer(String cluster, String node, String answer) {}
