package dev.slipway.starter.client;

import java.util.List;

/** The fleets in numbers. */
public record Fleets(List<Status.Fleet> fleets) {}
