package dev.slipway.starter.client;

/** Reports the result of a decision about a node. */
public record NodeAnswer(String cluster, String node, String answer) {}
