package dev.slipway.activities.bmc;

import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.HeartbeatWait;
import dev.slipway.activities.clock.LocalProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Runs a program beside the worker, without a shell and with little of the worker's environment; bounded in time and
 * output, with heartbeats while it runs.
 */
record LocalTool(Duration within, int bytes, ActivityClock clock) {

    /**
     * Holds the exit status and the output, errors included; {@code exit} is -1 for a program that was ended at its
     * limit.
     */
    record Ended(int exit, String output) {}

    /** Runs it to its end or its limit. Fails with {@link Kind#OURS} if it cannot be started. */
    Ended run(List<String> words, Map<String, String> secrets) {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        String path = builder.environment().getOrDefault("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", path, "LC_ALL", "C"));
        builder.environment().putAll(secrets);
        Process process = start(builder);
        try {
            CompletableFuture<byte[]> output = new CompletableFuture<>();
            Thread.ofVirtual().name("output-of-" + words.getFirst()).start(() -> output.complete(read(process)));
            boolean ended = HeartbeatWait.ended(process.onExit(), within, clock::heartbeat);
            if (!ended) {
                LocalProcess.end(process);
            }
            return new Ended(ended ? process.exitValue() : -1, new String(output.get(), StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BmcFailure(Kind.UNHEARD, "interrupted while " + words.getFirst() + " ran", "try again");
        } catch (ExecutionException e) {
            throw new IllegalStateException("reading never fails", e);
        } finally {
            LocalProcess.end(process);
        }
    }

    private static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            String program = builder.command().getFirst();
            throw new BmcFailure(
                    Kind.OURS,
                    "the worker cannot start " + program,
                    "install it on every worker: apt-get install ipmitool, or dnf install ipmitool");
        }
    }

    private byte[] read(Process process) {
        try (InputStream in = process.getInputStream()) {
            byte[] kept = in.readNBytes(bytes);
            in.transferTo(OutputStream.nullOutputStream());
            return kept;
        } catch (IOException ended) {
            return new byte[0];
        }
    }
}
