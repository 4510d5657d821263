package dev.slipway.activities.spi;

import dev.slipway.model.NodeFacts;

/**
 * What was read under a node's name, and what is known of the machine there. {@code adopted}: a person says that it
 * may be another one than before.
 */
public record MachineReading(NodeFacts facts, AnsweringMachine answering, ReportedMachine reported, boolean adopted) {}
