package dev.slipway.starter.cli;

import dev.slipway.starter.client.Status;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what, where, why, and what next. */
@Command(
        name = "status",
        description = "Every node that is not simply in service: where it is, why, and what can be done.",
        footer = {"", "Examples:", "  slipway status", "  slipway status --fleet prod-a --json"})
final class StatusCommand extends ApiCommand {
    @Option(names = "--fleet", paramLabel = "FLEET", description = "Only this fleet.")
    @Nullable
    String fleet;

    @Option(names = "--all", description = "Nodes in service too.")
    boolean all;

    @Override
    public Integer call() {
        return answer(
                client().get(path(fleet) + (all ? (fleet == null ? "?" : "&") + "all=true" : ""), Status.class),
                status -> StatusText.of(status, all, Instant.now()));
    }

    static String path(@Nullable String fleet) {
        return fleet == null ? "api/v1/status" : "api/v1/status?fleet=" + escape(fleet);
    }
}
