package dev.slipway.activities.ssh;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.HeartbeatWait;
import dev.slipway.activities.ssh.SshFailure.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.session.ConnectionService;

/** Is one open connection to a node; commands share it, each on its own channel. */
final class SshSession {
    private final ClientSession connection;
    private final SshTarget target;
    private final Duration openWithin;
    private final AtomicInteger users = new AtomicInteger();
    private volatile long idleSince = System.nanoTime();

    /** Takes {@code openWithin}: how long a new channel of this connection may take. */
    SshSession(ClientSession connection, SshTarget target, Duration openWithin) {
        this.connection = connection;
        this.target = target;
        this.openWithin = openWithin;
    }

    boolean alive() {
        return connection.isOpen() && connection.isAuthenticated();
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
        connection.close(true);
    }

    /**
     * Holds the start of a command's output. The rest is read and dropped, so that no full window blocks the command.
     */
    private static final class BoundedOutput extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int most;
        private boolean cut;

        BoundedOutput(int most) {
            this.most = most;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] buffer, int from, int length) {
            int room = Math.min(length, most - bytes.size());
            bytes.write(buffer, from, room);
            cut |= room < length;
        }
    }

    /** Knows whether its command was sent: the library sends it as soon as the node has opened the channel. */
    private static final class Exec extends ChannelExec {
        private final CompletableFuture<Void> closed = new CompletableFuture<>();
        private volatile boolean sent;

        Exec(String line, BoundedOutput out, BoundedOutput err) {
            super(line, StandardCharsets.UTF_8, null, Map.of());
            setOut(out);
            setErr(err);
            addCloseFutureListener(future -> closed.complete(null));
        }

        @Override
        protected void doOpen() throws IOException {
            sent = true;
            super.doOpen();
        }
    }

    /**
     * A failure before the command was sent is {@link Kind#UNREACHABLE}; from then on every failure is
     * {@link Kind#LOST}.
     */
    SshAnswer run(RemoteCommand command, Limits limits, ActivityClock clock) {
        long end = System.nanoTime() + limits.within().toNanos();
        BoundedOutput out = new BoundedOutput(limits.maxBytes());
        BoundedOutput err = new BoundedOutput(limits.maxBytes());
        Exec channel = new Exec(command.line(), out, err);
        try {
            connection.getService(ConnectionService.class).registerChannel(channel);
            channel.open().verify(openWithin);
            await(channel, Duration.ofNanos(end - System.nanoTime()), command, clock);
            return new SshAnswer(
                    exit(channel, command), out.bytes.toByteArray(), err.bytes.toByteArray(), out.cut || err.cut);
        } catch (IOException | IllegalStateException e) {
            throw channel.sent
                    ? lost(command, SshFailure.words(e), e)
                    : new SshFailure(Kind.UNREACHABLE, target + " does not open a channel: " + SshFailure.words(e), e);
        } finally {
            channel.close(true);
        }
    }

    private int exit(Exec channel, RemoteCommand command) {
        Integer status = channel.getExitStatus();
        if (status != null) {
            return status;
        }
        if (channel.getExitSignal() != null) {
            return 255;
        }
        throw new SshFailure(Kind.LOST, target + ": " + command.id() + ": the connection ended without an exit status");
    }

    private void await(Exec channel, Duration within, RemoteCommand command, ActivityClock clock) {
        String detail = "waits for " + command.id() + " on " + target.host();
        try {
            if (!HeartbeatWait.ended(channel.closed, within, () -> clock.heartbeat(detail))) {
                throw new SshFailure(Kind.LOST, target + ": " + command.id() + " did not end within its time limit");
            }
        } catch (ExecutionException e) {
            throw lost(command, SshFailure.words(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw lost(command, "interrupted", e);
        }
    }

    private SshFailure lost(RemoteCommand command, String why, Throwable cause) {
        return new SshFailure(Kind.LOST, target + ": lost while " + command.id() + " ran: " + why, cause);
    }
}
