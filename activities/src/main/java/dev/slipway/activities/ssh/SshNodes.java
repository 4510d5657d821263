package dev.slipway.activities.ssh;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.ssh.SshFailure.Kind;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs commands on nodes over SSH. There is one connection per node, open while it is used and closed when idle. Host
 * keys are always checked. May be used by many threads.
 */
public final class SshNodes implements AutoCloseable {
    private final SshDirectory directory;
    private final ActivityClock clock;
    private final Options options;
    private final SshDialer dialer;
    private final SilentSite site;
    private final Map<SshTarget, Slot> slots = new ConcurrentHashMap<>();
    private final ScheduledExecutorService reaper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("ssh-idle").factory());
    private final ScheduledFuture<?> reaping;

    /**
     * Bounds connections: {@code connectTimeout} limits connecting unless a target states another value, {@code
     * connections} stay open at most, {@code idle} long without use.
     */
    public record Options(Duration connectTimeout, int connections, Duration idle) {

        /** Counts ciphers, packets and buffers of an open connection. */
        private static final long BYTES_OF_ONE = 150_000;

        private static final long MOST = 2_000;

        /** Returns ten seconds, as many connections as a quarter of the heap holds but at most 2,000, five minutes. */
        public static Options normal() {
            long fit = Runtime.getRuntime().maxMemory() / 4 / BYTES_OF_ONE;
            return new Options(Duration.ofSeconds(10), (int) Math.clamp(fit, 100, MOST), Duration.ofMinutes(5));
        }
    }

    private static final class Slot {
        private final ReentrantLock lock = new ReentrantLock();
        private volatile Optional<SshSession> session = Optional.empty();
    }

    private record Idle(Slot slot, Duration since) {}

    /** An open connection did not take the command. */
    private static final class Unsent extends Exception {
        private final transient SshFailure why;

        Unsent(SshFailure why) {
            super(why);
            this.why = why;
        }
    }

    public SshNodes(SshDirectory directory, ActivityClock clock, Options options) {
        this.directory = directory;
        this.clock = clock;
        this.options = options;
        this.dialer = new SshDialer(options.connectTimeout());
        this.site = new SilentSite(directory);
        long period = Math.max(100, options.idle().toMillis() / 2);
        this.reaping =
                reaper.scheduleWithFixedDelay(() -> closeIdle(options.idle()), period, period, TimeUnit.MILLISECONDS);
    }

    /**
     * Runs a command that is safe to repeat and returns its answer, for any exit status. If there was no answer, lost
     * ones included, it fails with TRANSIENT, and with PART_AWAY if no node of the site answers.
     */
    public SshAnswer ask(NodeRef node, RemoteCommand command, Limits limits) {
        try {
            return run(node, command, limits);
        } catch (SshFailure e) {
            throw e.passing();
        }
    }

    /** Runs a command once, never twice. Fails with {@link SshFailure}, which states whether it may have been run. */
    public SshAnswer run(NodeRef node, RemoteCommand command, Limits limits) {
        try {
            SshAnswer answer = sent(node, command, limits);
            CommandTrail.ended(command, "exit " + answer.exit());
            site.answered(node);
            return answer;
        } catch (SshFailure lost) {
            CommandTrail.ended(command, lost.dispatched() ? "sent, no answer" : "not sent");
            throw lost.silent() && site.away(node)
                    ? lost.by(
                            "the network to the nodes of " + node.cluster(),
                            "no other node of " + node.cluster() + " that was tried answers")
                    : lost;
        }
    }

    /** This node goes down by our order: until it answers again, its silence is no sign of a site that is away. */
    public void goesDown(NodeRef node) {
        site.goesDown(node);
    }

    /**
     * Sends over a connection. An open connection may have died unseen; if nothing was sent over it yet, a fresh one
     * may be tried.
     */
    private SshAnswer sent(NodeRef node, RemoteCommand command, Limits limits) {
        SshTarget target = directory.target(node);
        Slot slot = slots.computeIfAbsent(target, t -> new Slot());
        try {
            return over(slot, enter(slot, target), command, limits);
        } catch (Unsent stale) {
            try {
                return over(slot, enter(slot, target), command, limits);
            } catch (Unsent again) {
                throw again.why;
            }
        }
    }

    private SshAnswer over(Slot slot, SshSession session, RemoteCommand command, Limits limits) throws Unsent {
        boolean whole = false;
        try {
            SshAnswer answer = session.run(command, limits, clock);
            whole = true;
            return answer;
        } catch (SshFailure e) {
            if (e.dispatched()) {
                throw e;
            }
            throw new Unsent(e);
        } finally {
            session.leave();
            if (!whole) {
                drop(slot, session);
            }
        }
    }

    private SshSession enter(Slot slot, SshTarget target) {
        lock(slot, target);
        try {
            Optional<SshSession> kept = slot.session.filter(SshSession::alive);
            SshSession session = kept.orElseGet(() -> connected(target));
            slot.session = Optional.of(session);
            session.enter();
            if (kept.isEmpty() && slots.size() > options.connections()) {
                closeOldest();
            }
            return session;
        } finally {
            slot.lock.unlock();
        }
    }

    private SshSession connected(SshTarget target) {
        Duration within = target.connectTimeout().orElse(options.connectTimeout());
        return new SshSession(dialer.dial(target), target, within);
    }

    private void lock(Slot slot, SshTarget target) {
        try {
            if (!slot.lock.tryLock(
                    target.connectTimeout().orElse(options.connectTimeout()).toMillis(), TimeUnit.MILLISECONDS)) {
                throw new SshFailure(Kind.TIMED_OUT, target + " is still being connected to by another step");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SshFailure(Kind.TIMED_OUT, target + ": interrupted before it was connected", e);
        }
    }

    private static void drop(Slot slot, SshSession session) {
        slot.lock.lock();
        try {
            if (slot.session.filter(s -> s == session).isPresent()) {
                slot.session = Optional.empty();
            }
        } finally {
            slot.lock.unlock();
        }
        session.close();
    }

    private void closeIdle(Duration idle) {
        slots.values().forEach(slot -> closeWhen(slot, idle));
    }

    /** The times are noted first: a connection that is used meanwhile would change its place while it is sorted. */
    private void closeOldest() {
        List<Idle> open = slots.values().stream()
                .flatMap(slot -> slot.session.map(session -> new Idle(slot, session.idleFor())).stream())
                .sorted(Comparator.comparing(Idle::since).reversed())
                .toList();
        open.stream()
                .limit(Math.max(0, open.size() - options.connections()))
                .forEach(idle -> closeWhen(idle.slot, Duration.ZERO));
    }

    private static void closeWhen(Slot slot, Duration idle) {
        if (!slot.lock.tryLock()) {
            return;
        }
        try {
            slot.session
                    .filter(s -> s.idle() && s.idleFor().compareTo(idle) >= 0)
                    .ifPresent(s -> {
                        slot.session = Optional.empty();
                        s.close();
                    });
        } finally {
            slot.lock.unlock();
        }
    }

    /** Closes every connection; detached runs on the nodes go on. */
    @Override
    public void close() {
        reaping.cancel(false);
        reaper.shutdownNow();
        dialer.close();
    }
}
