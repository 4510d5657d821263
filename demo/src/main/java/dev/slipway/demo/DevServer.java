package dev.slipway.demo;

import io.temporal.testing.TemporalDevServer;
import io.temporal.testing.TemporalDevServerOptions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * Starts a Temporal dev server, which is a process of its own: it must not outlive this one, also where this one is
 * stopped while the server is being started.
 */
final class DevServer implements AutoCloseable {
    private static final int LOOKS = 100;
    private static final int LOOK_MILLIS = 100;

    private final CountDownLatch returned = new CountDownLatch(1);
    private final FutureTask<TemporalDevServer> starting;
    private final Thread end = new Thread(this::end, "temporal-end");

    private DevServer(TemporalDevServerOptions options) {
        starting = new FutureTask<>(() -> {
            try {
                return TemporalDevServer.start(options);
            } finally {
                returned.countDown();
            }
        });
    }

    /** Starts it, and returns when it answers. */
    static DevServer start(TemporalDevServerOptions options) {
        DevServer server = new DevServer(options);
        Runtime.getRuntime().addShutdownHook(server.end);
        server.starting.run();
        return server;
    }

    /** Returns the server; fails if it did not start. */
    TemporalDevServer server() {
        return switch (starting.state()) {
            case SUCCESS -> starting.resultNow();
            case FAILED -> throw new IllegalStateException(starting.exceptionNow());
            case RUNNING, CANCELLED -> throw new IllegalStateException("this process is being stopped");
        };
    }

    /** Runs while the process is being stopped. What a start has begun is a child of this process, and has no name. */
    private void end() {
        if (!starting.cancel(true) && starting.state() == Future.State.SUCCESS) {
            starting.resultNow().close();
            return;
        }
        try {
            for (int look = 0; look < LOOKS && !returned.await(LOOK_MILLIS, TimeUnit.MILLISECONDS); look++) {
                endChildren();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        endChildren();
    }

    private static void endChildren() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        if (withdrawn()) {
            server().close();
        }
    }

    /** Returns false while the process is being stopped: then the hook runs, or has run. */
    private boolean withdrawn() {
        try {
            return Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException stopping) {
            return false;
        }
    }
}
