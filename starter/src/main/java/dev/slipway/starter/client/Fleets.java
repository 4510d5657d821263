package dev.slipway.starter.client;

import java.util.List;

/** Summarises the fleets in numbers. */
public record Fleets(List<Status.Fleet> fleets) {}
