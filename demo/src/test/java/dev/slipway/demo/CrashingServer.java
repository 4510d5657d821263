package dev.slipway.demo;

import dev.slipway.frame.engine.SearchKeys;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Temporal's dev server with its state in a file: it can be killed as a crash does, and comes back on the same port.
 */
final class CrashingServer implements AutoCloseable {
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(60);
    private final List<String> command;
    private final File log;
    private final Thread last = new Thread(this::kill, "crashing-server-end");
    private final Engine engine;
    private Process process;

    private CrashingServer(Path binary, Path folder) {
        int port = freePort();
        String target = "127.0.0.1:" + port;
        command = new ArrayList<>(List.of(binary.toString(), "server", "start-dev", "--ip", "127.0.0.1"));
        command.addAll(List.of("--port", String.valueOf(port), "--headless", "--log-level", "never"));
        command.addAll(List.of("--db-filename", folder.resolve("temporal.db").toString()));
        SearchKeys.ALL.forEach(key -> command.addAll(List.of("--search-attribute", key.getName() + "=Keyword")));
        log = folder.resolve("temporal.log").toFile();
        process = launch();
        Runtime.getRuntime().addShutdownHook(last);
        WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
        engine = new Engine(WorkflowClient.newInstance(stubs), "server", target, "http://" + target, () -> {
            stubs.shutdownNow();
            close();
        });
        answers();
    }

    static CrashingServer start(Path binary, Path folder) {
        return new CrashingServer(binary, folder);
    }

    /** The engine that it is; the server ends with it. */
    Engine engine() {
        return engine;
    }

    private Process launch() {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL; returns when it is gone. */
    synchronized void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Brings it back with what it had written; returns when it answers. */
    synchronized void start() {
        process = launch();
        answers();
    }

    /** A machine with much to do answers the first question too late: it is asked again. */
    private void answers() {
        long end = System.nanoTime() + ANSWERS_WITHIN.toNanos();
        while (true) {
            try {
                engine.client().getWorkflowServiceStubs().connect(ANSWERS_WITHIN);
                return;
            } catch (StatusRuntimeException tooLate) {
                if (System.nanoTime() > end) {
                    throw tooLate;
                }
            }
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback", e);
        }
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(last);
    }
}
