package dev.slipway.starter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.slipway.facts.FactsHash;
import dev.slipway.facts.FactsSummary;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the probe prints on a node with eight GPUs, as far as a test needs it, and facts of it in a ledger. */
public final class ProbeOutput {
    private final Map<String, String> sections = new LinkedHashMap<>();
    private Runnable reading = () -> {};

    public ProbeOutput(String driver) {
        put("machine-id", "3d1219c7c4c5404aaa1f6d2a48adfda4\n");
        put("product-uuid", "4C4C4544-0042-3510-8052-B4C04F4D3733\n");
        put("boot-id", "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\n");
        put("kernel", "6.8.0-60-generic\n");
        put("kernels", "vmlinuz-6.8.0-60-generic\n");
        put("os-release", "ID=ubuntu\nVERSION_ID=\"24.04\"\n");
        put("proc-driver", "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  " + driver + "  Release Build\n");
        put(
                "lspci",
                gpus(i -> "0000:" + (10 + i) + ":00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330]\n"));
        put(
                "smi-gpus",
                gpus(i -> i + ", GPU-0000000" + i + ", 16544230015" + i + ", 00000000:" + (10 + i)
                        + ":00.0, NVIDIA H100 80GB HBM3, " + driver
                        + ", 96.00.74.00.01, Enabled, Default, 700.00 W, 2619 MHz, 1980 MHz, Enabled, Disabled\n"));
        put("packages", "nvidia-driver-570-server\t" + driver + "-0ubuntu1\tinstall ok installed\n");
        put("holds", "nvidia-driver-570-server\n");
        put("manifest", "{\"image_version\":\"gpu-node-2026.06\",\"built\":\"x\",\"kernel\":\"k\"}\n");
    }

    private static String gpus(java.util.function.IntFunction<String> line) {
        return IntStream.range(0, 8).mapToObj(line).collect(Collectors.joining());
    }

    public ProbeOutput put(String section, String text) {
        sections.put(section, text);
        return this;
    }

    /** Something else happens while a worker reads the node. */
    public ProbeOutput meanwhile(Runnable happens) {
        this.reading = happens;
        return this;
    }

    /** What it prints in that section. */
    public String section(String name) {
        return sections.getOrDefault(name, "");
    }

    public byte[] bytes() {
        StringBuilder answer = new StringBuilder();
        sections.forEach(
                (name, text) -> answer.append("@@ " + name + " 0 " + text.getBytes(UTF_8).length + "\n" + text + "\n"));
        return answer.append("@@ end 0 0\n").toString().getBytes(UTF_8);
    }

    public NodeFacts facts(NodeRef node) {
        return ProbeAnswer.of(bytes()).facts(node, Instant.now());
    }

    /** Keeps the facts in the ledger as a worker does. */
    public FactsRef keep(LedgerDatabase ledger, NodeRef node, String id) {
        reading.run();
        NodeFacts facts = facts(node);
        FactsRef ref = new FactsRef(
                node,
                id,
                "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0",
                FactsHash.of(facts),
                facts.collectedAt(),
                facts.identity().or(new Identity("unknown", "unknown", Optional.empty())),
                FactsSummary.of(facts));
        ledger.facts().keep(ref, facts);
        return ref;
    }
}
