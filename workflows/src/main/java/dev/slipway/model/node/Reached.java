package dev.slipway.model.node;

import dev.slipway.model.facts.Reading;

/**
 * States whether a node answers over SSH, as {@code said} reports to a person; if it does not, whether its BMC does. A
 * node that answers and refuses the login has answered.
 */
public record Reached(boolean node, String said, Reading<Boolean> bmc) {}
