package dev.slipway.starter.cli;

import dev.slipway.starter.client.DecisionRequest;
import picocli.CommandLine.Option;

/**
 * States why, and on whose behalf: it goes into the history of the run and into the audit, under the name of the token.
 */
final class Deciding {
    private static final String WHY = "Why; stored in history and audit. At most 1000 bytes.";
    private static final String BEHALF =
            "On whose behalf; stands beside the reason. Who decides is the name of the token. Default: this user.";

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = WHY)
    String reason = "";

    @Option(names = "--who", paramLabel = "NAME", description = BEHALF)
    String who = System.getProperty("user.name", "");

    DecisionRequest body() {
        return new DecisionRequest(who, reason);
    }

    /** States the same of what a dry run only looks at; the starter requires the reason of everything else. */
    static final class UnlessDryRun {

        @Option(names = "--reason", paramLabel = "TEXT", description = WHY + " Not needed for a dry run.")
        String reason = "";

        @Option(names = "--who", paramLabel = "NAME", description = BEHALF)
        String who = System.getProperty("user.name", "");
    }
}
