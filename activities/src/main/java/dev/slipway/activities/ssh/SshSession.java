package dev.slipway.activities.ssh;

import dev.slipway.activities.ssh.SshFailure.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.connection.channel.direct.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One open connection to a node; commands share it, each on a channel of its own. */
final class SshSession {
    private static final Logger log = LoggerFactory.getLogger(SshSession.class);
    private static final Duration BEAT = Duration.ofSeconds(2);

    private final SSHClient client;
    private final SshTarget target;
    private final AtomicInteger users = new AtomicInteger();
    private volatile long idleSince = System.nanoTime();

    private record Read(ByteArrayOutputStream kept, boolean cut) {}

    SshSession(SSHClient client, SshTarget target) {
        this.client = client;
        this.target = target;
    }

    boolean alive() {
        return client.isConnected() && client.isAuthenticated();
    }

    void enter() {
        users.incrementAndGet();
    }

    void leave() {
        idleSince = System.nanoTime();
        users.decrementAndGet();
    }

    boolean idle() {
        return users.get() == 0;
    }

    Duration idleFor() {
        return idle() ? Duration.ofNanos(System.nanoTime() - idleSince) : Duration.ZERO;
    }

    void close() {
        Thread.startVirtualThread(() -> hangUp(client));
    }

    static void hangUp(SSHClient client) {
        try {
            client.close();
        } catch (IOException e) {
            log.debug("a connection that is given up did not close cleanly", e);
        }
    }

    /** Whether the channel ended cleanly, so that the connection may be used again. */
    boolean close(Session channel) {
        try {
            channel.close();
            return true;
        } catch (IOException e) {
            log.debug("a channel to {} did not close cleanly", target, e);
            return false;
        }
    }

    /** A failure to open is before dispatch; from then on every failure is {@link Kind#LOST}. */
    Session open() {
        try {
            return client.startSession();
        } catch (IOException e) {
            throw new SshFailure(Kind.UNREACHABLE, target + " does not open a channel: " + e.getMessage(), e);
        }
    }

    SshAnswer run(Session channel, RemoteCommand command, Limits limits, Pulse pulse) {
        long end = System.nanoTime() + limits.within().toNanos();
        try {
            Session.Command running = channel.exec(command.line());
            CompletableFuture<Read> out = reading(running.getInputStream(), limits.maxBytes());
            CompletableFuture<Read> err = reading(running.getErrorStream(), limits.maxBytes());
            Read stdout = await(out, end, command, pulse);
            Read stderr = await(err, end, command, pulse);
            running.join(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            return new SshAnswer(
                    exit(running, command),
                    stdout.kept.toByteArray(),
                    stderr.kept.toByteArray(),
                    stdout.cut || stderr.cut);
        } catch (IOException e) {
            throw lost(command, String.valueOf(e.getMessage()), e);
        }
    }

    private int exit(Session.Command running, RemoteCommand command) {
        Integer status = running.getExitStatus();
        if (status != null) {
            return status;
        }
        if (running.getExitSignal() != null) {
            return 255;
        }
        throw new SshFailure(Kind.LOST, target + ": " + command.id() + ": the connection ended without an exit status");
    }

    private static CompletableFuture<Read> reading(InputStream in, int max) {
        CompletableFuture<Read> read = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                read.complete(drain(in, max));
            } catch (IOException e) {
                read.completeExceptionally(e);
            } catch (RuntimeException e) {
                read.completeExceptionally(new UncheckedIOException(new IOException(e)));
            }
        });
        return read;
    }

    /** Reads on past the limit, so that the command is not blocked by a window that is full. */
    private static Read drain(InputStream in, int max) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] buffer = new byte[16 * 1024];
        boolean cut = false;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            int room = Math.min(n, max - kept.size());
            kept.write(buffer, 0, room);
            cut |= room < n;
        }
        return new Read(kept, cut);
    }

    private Read await(CompletableFuture<Read> read, long end, RemoteCommand command, Pulse pulse) {
        while (true) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new SshFailure(Kind.LOST, target + ": " + command.id() + " did not end within its time limit");
            }
            try {
                return read.get(Math.min(left, BEAT.toNanos()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                pulse.beat("waits for " + command.id() + " on " + target.host());
            } catch (ExecutionException e) {
                throw lost(command, String.valueOf(e.getCause()), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw lost(command, "interrupted", e);
            }
        }
    }

    private SshFailure lost(RemoteCommand command, String why, Throwable cause) {
        return new SshFailure(Kind.LOST, target + ": lost while " + command.id() + " ran: " + why, cause);
    }
}
