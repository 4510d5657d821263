package dev.slipway.activities.inventory;

import dev.slipway.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A configuration with one listed fleet {@code prod-a} of twenty nodes and a window from 01:00 to 05:00 UTC. */
public final class ExampleConfig {
    private static final Path BASELINES = Path.of("..", "config", "baselines");

    private ExampleConfig() {}

    /** Writes it under {@code directory} and loads it. */
    public static Config in(Path directory) {
        try {
            for (String folder : List.of("fleets", "baselines", "policies")) {
                Files.createDirectories(directory.resolve(folder));
            }
            try (DirectoryStream<Path> files = Files.newDirectoryStream(BASELINES, "*.yaml")) {
                for (Path file : files) {
                    Files.writeString(
                            directory.resolve("baselines").resolve(String.valueOf(file.getFileName())),
                            Files.readString(file));
                }
            }
            Files.writeString(directory.resolve("slipway.yaml"), "temporal:\n  namespace: default\n");
            Files.writeString(directory.resolve("policies/p.yaml"), """
                    name: p
                    windows:
                      zone: UTC
                      allow:
                        - { from: "01:00", to: "05:00" }
                    """);
            Files.writeString(directory.resolve("fleets/prod-a.yaml"), fleet());
            return Config.load(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String fleet() {
        StringBuilder text = new StringBuilder("""
                name: prod-a
                cluster: c1
                scheduler: none
                baseline: hgx-h100-r570-133
                policy: p
                ssh:
                  user: slipway
                nodes:
                """);
        for (int i = 0; i < 20; i++) {
            text.append("  - { name: gpu-%03d, rack: r%02d, sku: HGX-H100-8 }\n".formatted(i, i / 4));
        }
        return text.toString();
    }
}
