package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Holds the starter's answer: {@code json} as it came, which {@code --json} prints, and the same as a record. */
public record Reply<T>(JsonNode json, T value) {}
