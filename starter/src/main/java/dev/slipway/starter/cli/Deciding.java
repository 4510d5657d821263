package dev.slipway.starter.cli;

import dev.slipway.starter.client.DecisionRequest;
import picocli.CommandLine.Option;

/**
 * States why, and on whose behalf: it goes into the history of the run and into the audit, under the name of the token.
 */
final class Deciding {

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why; stored in history and audit. At most 1000 bytes.")
    String reason = "";

    @Option(
            names = "--who",
            paramLabel = "NAME",
            description =
                    "On whose behalf; stands beside the reason. Who decides is the name of the token. Default: this"
                            + " user.")
    String who = System.getProperty("user.name", "");

    DecisionRequest body() {
        return new DecisionRequest(who, reason);
    }
}
