package dev.slipway.model;

/**
 * Holds something that a person must know. {@code once} is the same for the same news however often it is sent, {@code
 * subject} is a node or a rollout, {@code state} is the word that tables show for it.
 */
public record Notification(String once, String fleet, String subject, String state, String workflowId, String text) {}
