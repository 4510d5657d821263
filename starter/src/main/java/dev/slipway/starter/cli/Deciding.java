package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Option;

/** Who asks, and why: goes into the history of the run and into the audit. */
final class Deciding {

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why; kept in history and audit. At most 1000 bytes.")
    String reason = "";

    @Option(names = "--who", paramLabel = "NAME", description = "Who decides. Default: the name of this user.")
    String who = System.getProperty("user.name", "");

    ObjectNode body() {
        return Door.body().put("who", who).put("reason", reason);
    }
}
