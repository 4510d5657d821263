package dev.slipway.activities.spi;

import java.time.Duration;
import java.util.List;

/** Describes a job that a verified node has to run before it goes back: {@code gpus} is every GPU of the profile. */
public record SmokeJob(String image, List<String> command, String namespace, Duration within, int gpus) {}
