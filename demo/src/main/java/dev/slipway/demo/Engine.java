package dev.slipway.demo;

import dev.slipway.config.SiteConfig;
import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.config.units.HostPort;
import dev.slipway.frame.engine.SearchKeys;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.testing.TemporalDevServer;
import io.temporal.testing.TemporalDevServerOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Provides the Temporal of a demo: the dev server if a {@code temporal} binary is found, else an engine in memory. */
record Engine(WorkflowClient client, String mode, String target, String ui, Runnable stop) implements AutoCloseable {
    static final String DEV_SERVER = "dev-server";
    static final String IN_MEMORY = "in-memory";

    /** Returns the dev server, unless {@code inMemory} is set or no binary is found. */
    static Engine start(Path folder, boolean inMemory, Map<String, String> environment) {
        Optional<Path> binary = inMemory ? Optional.empty() : binary(environment);
        return binary.map(path -> devServer(path, folder)).orElseGet(Engine::inMemory);
    }

    /** Searches {@code TEMPORAL_CLI}, the PATH, and the cache of the lab, and returns the first that can be run. */
    static Optional<Path> binary(Map<String, String> environment) {
        List<Path> places = new ArrayList<>();
        Optional.ofNullable(environment.get("TEMPORAL_CLI")).map(Path::of).ifPresent(places::add);
        Stream.of(environment.getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1))
                .filter(dir -> !dir.isBlank())
                .map(dir -> Path.of(dir, "temporal"))
                .forEach(places::add);
        String lab =
                environment.getOrDefault("SLIPWAY_LAB", environment.getOrDefault("HOME", "") + "/.cache/slipway/lab");
        places.add(Path.of(lab, "bin", "temporal"));
        return places.stream().filter(Files::isExecutable).findFirst();
    }

    private static Engine devServer(Path binary, Path folder) {
        int uiPort = freePort();
        List<String> keys = SearchKeys.ALL.stream()
                .flatMap(key -> Stream.of("--search-attribute", key.getName() + "=Keyword"))
                .toList();
        DevServer process = DevServer.start(TemporalDevServerOptions.newBuilder()
                .setExistingPath(binary.toString())
                .setDownloadEnabled(false)
                .setIp("127.0.0.1")
                .setUi(true)
                .setUiPort(uiPort)
                .setLogLevel("never")
                .setLogFile(folder.resolve("temporal.log").toString())
                .setExtraArgs(keys)
                .build());
        TemporalDevServer server = process.server();
        String target = server.getTarget();
        int port = Integer.parseInt(target.substring(target.lastIndexOf(':') + 1));
        WorkflowServiceStubs stubs =
                TemporalConnection.open(SiteConfig.Temporal.unprotected(new HostPort("127.0.0.1", port)));
        WorkflowClient client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder()
                        .setNamespace(server.getNamespace())
                        .build());
        return new Engine(client, DEV_SERVER, target, "http://127.0.0.1:" + uiPort, () -> {
            stubs.shutdownNow();
            process.close();
        });
    }

    private static Engine inMemory() {
        TestEnvironmentOptions.Builder options =
                TestEnvironmentOptions.newBuilder().setUseTimeskipping(false);
        SearchKeys.ALL.forEach(
                key -> options.registerSearchAttribute(key.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
        TestWorkflowEnvironment engine = TestWorkflowEnvironment.newInstance(options.build());
        return new Engine(engine.getWorkflowClient(), IN_MEMORY, "127.0.0.1:7233", "", engine::close);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback", e);
        }
    }

    boolean hasUi() {
        return mode.equals(DEV_SERVER);
    }

    @Override
    public void close() {
        stop.run();
    }
}
