package dev.slipway.starter;

import dev.slipway.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a small configuration: fleet prod-a with a few nodes, the shipped baselines, a policy that lets one alert start. */
public final class ConfigFolder {
    private ConfigFolder() {}

    public static final List<String> NODES = List.of("gpu-041", "gpu-077", "gpu-102", "gpu-node-01");

    public static Config in(Path folder) {
        return in(folder, NODES, "");
    }

    /** With these nodes in its fleet, or with a selector if there are none, and these keys more in its policy. */
    static Config in(Path folder, List<String> members, String morePolicy) {
        try {
            Path shipped = Path.of("..", "config", "baselines");
            Files.createDirectories(folder.resolve("baselines"));
            for (String name : List.of("hgx-h100-r570-124.yaml", "hgx-h100-r570-133.yaml")) {
                Files.copy(shipped.resolve(name), folder.resolve("baselines").resolve(name));
            }
            write(folder.resolve("slipway.yaml"), """
                    temporal: { target: 127.0.0.1:7233 }
                    starter: { address: 127.0.0.1:8080, tokenFile: ../token }
                    """);
            StringBuilder nodes = new StringBuilder();
            members.forEach(n -> nodes.append("  - { name: ").append(n).append(", rack: r07, sku: HGX-H100-8 }\n"));
            if (members.isEmpty()) {
                nodes.append("selector: { labels: nvidia.com/gpu.present=true }\n");
            } else {
                nodes.insert(0, "nodes:\n");
            }
            write(folder.resolve("fleets/prod-a.yaml"), """
                    name: prod-a
                    cluster: prod-a
                    scheduler: kubernetes
                    baseline: hgx-h100-r570-133
                    policy: quick
                    kubernetes: { kubeconfig: kube/example.yaml }
                    """ + nodes);
            write(folder.resolve("policies/quick.yaml"), """
                    name: quick
                    waves: [1, 100%]
                    soak: 1s
                    maxUnavailable: { count: 2, percent: 50% }
                    alerts: { start: [GPUXidError] }
                    driftCheck: { cron: "30 2 * * *", zone: Europe/Berlin }
                    """ + morePolicy);
            return Config.load(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
