package dev.slipway.worker;

import dev.slipway.activities.WorkerContext;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A site of one fleet whose only node answers nobody, with engine and ledger in memory. */
final class TestSite implements AutoCloseable {
    /** The text of {@code slipway.yaml} where nothing is told. */
    static final String PLAIN = "temporal: { namespace: default }\n";

    private static final Path BASELINES = Path.of("..", "config", "baselines");

    final TestWorkflowEnvironment engine = TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder().setUseTimeskipping(false).build());
    final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "", Optional.empty());
    final Config config;

    private TestSite(Config config) {
        this.config = config;
    }

    /** Writes the configuration, with these lines in {@code slipway.yaml}. */
    static TestSite in(Path folder, String site) {
        return new TestSite(config(folder, site));
    }

    static Config config(Path folder, String site) {
        try {
            for (String kind : List.of("fleets", "baselines", "policies")) {
                Files.createDirectories(folder.resolve(kind));
            }
            try (DirectoryStream<Path> files = Files.newDirectoryStream(BASELINES, "*.yaml")) {
                for (Path file : files) {
                    Files.copy(file, folder.resolve("baselines").resolve(String.valueOf(file.getFileName())));
                }
            }
            Files.writeString(folder.resolve("slipway.yaml"), site);
            Files.writeString(folder.resolve("policies/p.yaml"), "name: p\n");
            Files.writeString(folder.resolve("fleets/far.yaml"), """
                name: far
                cluster: c1
                scheduler: none
                baseline: hgx-h100-r570-133
                policy: p
                taskQueue: far-away
                ssh: { user: slipway, port: 1 }
                nodes:
                  - { name: localhost, rack: r1, sku: HGX-H100-8 }
                """);
            return Config.load(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    WorkerContext context() {
        return new WorkerContext(config, ledger, engine.getWorkflowClient(), 1);
    }

    @Override
    public void close() {
        engine.close();
        ledger.close();
    }
}
