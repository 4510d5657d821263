package dev.slipway.activities.ssh;

import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real Debian node of the lab, new and up: {@code SLIPWAY_LAB_NODES} names the folder of its key and host keys,
 * {@code SLIPWAY_LAB_NODE} the node, else n1. Where there is none the tests are counted as skipped, unless
 * {@code SLIPWAY_REQUIRE} names nodes: then they fail.
 */
public final class LabNode implements ExecutionCondition, SshDirectory {
    public static final NodeRef NODE =
            new NodeRef("lab", variable("SLIPWAY_LAB_NODE").orElse("n1"));

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean required = variable("SLIPWAY_REQUIRE")
                .filter(tiers -> Arrays.asList(tiers.split("[, ]+")).contains("nodes"))
                .isPresent();
        return required || variable("SLIPWAY_LAB_NODES").isPresent()
                ? ConditionEvaluationResult.enabled("nodes of the lab are here, or required")
                : ConditionEvaluationResult.disabled(
                        "tier nodes is absent: run lab/install nodes, then lab/nodes up n1");
    }

    @Override
    public SshTarget target(NodeRef node) {
        int number = Integer.parseInt(node.name().substring(1));
        Path folder = Path.of(variable("SLIPWAY_LAB_NODES").orElseThrow());
        return new SshTarget(
                "127.1." + number / 256 + "." + number % 256,
                22,
                "slipway",
                folder.resolve("id"),
                folder.resolve("known_hosts"));
    }

    /** Breaks the node in a real way; the lab's script names the kinds. */
    public static void fault(String... kind) throws IOException, InterruptedException {
        Path script = Path.of("..", "lab", "nodes").toAbsolutePath().normalize();
        List<String> words = new java.util.ArrayList<>(List.of(script.toString(), "fault", NODE.name()));
        words.addAll(List.of(kind));
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("lab/nodes fault " + String.join(" ", kind) + " failed on " + NODE.name());
        }
    }
}
