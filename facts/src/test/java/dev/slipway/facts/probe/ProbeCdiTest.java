package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.CdiSpecs;
import dev.slipway.model.facts.CdiSpecs.Spec;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the probe reads of CDI specifications, as nvidia-ctk and the operator write them. */
class ProbeCdiTest {
    private static final String YAML = """
            ---
            cdiVersion: 0.5.0
            containerEdits:
              mounts:
              - hostPath: /usr/lib/x86_64-linux-gnu/libcuda.so.565.57.01
              - hostPath: /usr/lib/x86_64-linux-gnu/libcuda.so.1
              - hostPath: /usr/lib/x86_64-linux-gnu/libnvidia-egl-gbm.so.1.1.2
              - hostPath: /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.565.57.01
            devices: []
            kind: nvidia.com/gpu
            """;
    private static final String JSON =
            "{\"cdiVersion\":\"0.5.0\",\"kind\":\"nvidia.com/gpu\",\"devices\":[],\"containerEdits\":"
                    + "{\"mounts\":[{\"hostPath\":\"/usr/lib64/libcuda.so.570.124.06\"}]}}";

    @TempDir
    private Path node;

    static Stream<List<String>> shells() {
        return ProbeScriptTest.shells();
    }

    @BeforeEach
    void standsInForTheTools() throws IOException {
        tool("sudo", "[ \"$1\" = -n ] && shift; exec \"$@\"");
        tool("nvidia-ctk", "exit 9");
        tool("systemctl", "echo LoadState=not-found");
    }

    private void tool(String name, String body) throws IOException {
        Path file = Files.writeString(node.resolve(name), "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Path file(String name, String text) throws IOException {
        Path file = node.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Reading<CdiSpecs> probe(List<String> shell) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(shell);
        String script = Probe.script().replace("/etc/cdi /var/run/cdi", node + "/etc " + node + "/run");
        command.addAll(List.of("-c", script, Probe.NAME, "1732500000", "cdi"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("PATH", node + ":" + System.getenv("PATH"));
        Process process = builder.start();
        process.getOutputStream().close();
        byte[] answer = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return ProbeAnswer.of(answer)
                .facts(new NodeRef("c1", "n1"), Instant.EPOCH)
                .driverFiles()
                .cdi();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void namesTheDriverOfEachSpecificationAndWhatCanWriteOne(List<String> shell) throws Exception {
        file("etc/nvidia.yaml", YAML);
        file("run/a b.json", JSON);
        file("run/intel.yaml", "kind: intel.com/gpu\n");
        file("run/old.txt", YAML);
        tool("systemctl", "echo LoadState=loaded");

        assertThat(probe(shell).or(new CdiSpecs(List.of(), false, false)))
                .isEqualTo(new CdiSpecs(
                        List.of(
                                new Spec(node + "/etc/nvidia.yaml", "nvidia.com/gpu", List.of("565.57.01")),
                                new Spec(node + "/run/a b.json", "nvidia.com/gpu", List.of("570.124.06"))),
                        true,
                        true));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void aNodeWithoutSpecificationsHasNone(List<String> shell) throws Exception {
        assertThat(probe(shell).or(new CdiSpecs(List.of(), false, true)))
                .isEqualTo(new CdiSpecs(List.of(), true, false));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void aSpecificationThatCannotBeReadIsUnknownWithItsReason(List<String> shell) throws Exception {
        file("etc/nvidia.yaml", YAML);
        tool("cat", "echo 'cat: nvidia.yaml: Permission denied' >&2; exit 1");

        assertThat(probe(shell).error()).contains("Permission denied");
    }
}
