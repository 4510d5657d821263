package dev.slipway.activities.spi;

import dev.slipway.model.facts.NodeFacts;

/**
 * Holds what was read under a node's name, and what is known about the machine there. {@code adopted}: a person states
 * that it may be another one than before.
 */
public record MachineReading(NodeFacts facts, AnsweringMachine answering, ReportedMachine reported, boolean adopted) {}
