package dev.slipway.model;

import java.util.List;

/** The budget of a fleet as configuration and cluster say now: how many nodes may be out, and which are, by anyone. */
public record CapacityRoom(int limit, List<String> out) {}
