package dev.slipway.starter.cli;

import picocli.CommandLine.Command;

/** The configuration directory. */
@Command(name = "config", description = "The configuration directory.")
final class ConfigCommand {}
