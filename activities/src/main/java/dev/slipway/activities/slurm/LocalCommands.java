package dev.slipway.activities.slurm;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.HeartbeatWait;
import dev.slipway.activities.clock.LocalProcess;
import dev.slipway.model.Causes;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Runs commands of Slurm as processes of the worker, with {@code environment} over the worker's own, and with
 * heartbeats while they run.
 */
public final class LocalCommands implements SlurmCommands {
    private static final int MOST = 4_000_000;

    private final Map<String, String> environment;
    private final ActivityClock clock;

    public LocalCommands(Map<String, String> environment, ActivityClock clock) {
        this.environment = Map.copyOf(environment);
        this.clock = clock;
    }

    @Override
    public Answer run(List<String> words, Duration limit) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException e) {
            throw FailureType.GATE_CLOSED.of("The commands of Slurm cannot be run on the worker: " + Causes.words(e));
        }
        try {
            CompletableFuture<byte[]> out = read(process.getInputStream());
            CompletableFuture<byte[]> err = read(process.getErrorStream());
            if (!HeartbeatWait.ended(process.onExit(), limit, clock::heartbeat)) {
                throw FailureType.PART_AWAY.of(
                        words.getFirst() + " did not answer within " + Durations.words(limit), SlurmCommands.PART);
            }
            return output(process.exitValue(), out.join(), err.join());
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for an end never fails", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("interrupted while " + words.getFirst() + " ran");
        } finally {
            LocalProcess.end(process);
        }
    }

    private static Answer output(int exit, byte[] out, byte[] err) {
        return new Answer(
                exit,
                new String(out, StandardCharsets.UTF_8),
                new String(err, StandardCharsets.UTF_8),
                out.length < MOST);
    }

    private static CompletableFuture<byte[]> read(InputStream from) {
        CompletableFuture<byte[]> all = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (from) {
                all.complete(from.readNBytes(MOST));
            } catch (IOException e) {
                all.completeExceptionally(new UncheckedIOException(e));
            }
        });
        return all;
    }
}
