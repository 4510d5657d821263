package dev.slipway.starter.cli;

import dev.slipway.starter.client.Status;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the status, again and again. */
@Command(
        name = "watch",
        description = "The status, refreshed until Ctrl-C; with --json one status per line.",
        footer = {"", "Example: slipway watch --fleet prod-a --every 5"})
final class WatchCommand extends ApiCommand {
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    @Option(names = "--fleet", paramLabel = "FLEET", description = "Only this fleet.")
    @Nullable
    String fleet;

    @Option(names = "--every", paramLabel = "SECONDS", description = "Default: ${DEFAULT-VALUE}.")
    int every = 2;

    @Option(names = "--times", paramLabel = "N", description = "Stop after N refreshes. Default: never.")
    int times;

    @Override
    public Integer call() {
        ApiClient apiClient = client();
        Polling polling = new Polling(this::askingAgain);
        int shown = 0;
        while (true) {
            Optional<Reply<Status>> status = polling.ask(() -> apiClient.get(StatusCommand.path(fleet), Status.class));
            status.ifPresent(this::show);
            shown += status.isPresent() ? 1 : 0;
            if (shown == times && times > 0) {
                return Exit.OK;
            }
            LockSupport.parkNanos(Duration.ofSeconds(Math.max(1, every)).toNanos());
            if (Thread.currentThread().isInterrupted()) {
                return Exit.OK;
            }
        }
    }

    private void show(Reply<Status> status) {
        PrintWriter out = out();
        if (slipway().json) {
            out.println(status.json());
        } else {
            rawOut().print(HOME_AND_CLEAR);
            out.print(StatusText.of(status.value(), false, Instant.now()));
        }
        out.flush();
    }
}
