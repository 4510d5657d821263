package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The real control plane that the lab's nodes have joined, as an administrator and as the worker see it. */
final class LabCluster implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Path folder;
    private final List<Process> watches = new ArrayList<>();

    LabCluster(Path folder) {
        this.folder = folder;
    }

    /** What kubectl printed; fails when it was refused. */
    String kubectl(String... words) {
        try {
            Process process = started(ProcessBuilder.Redirect.PIPE, words);
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("kubectl " + String.join(" ", words) + " was refused: " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Process started(ProcessBuilder.Redirect out, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                folder.resolve("kube").toString(),
                "kubectl",
                "--kubeconfig",
                folder.resolve("kubeconfig").toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out)
                .start();
        process.getOutputStream().close();
        return process;
    }

    JsonNode node(String name) throws IOException {
        return JSON.readTree(kubectl("get", "node", name, "-o", "json"));
    }

    /** Access with the rights that we ship and no others, as the worker of a site has it. */
    Path workersAccess(Path home, Path file) throws IOException {
        kubectl("apply", "-f", home.resolve("config/kubernetes/access.yaml").toString());
        String token = kubectl("-n", "slipway", "create", "token", "slipway-worker", "--duration=1h")
                .strip();
        String admin = Files.readString(folder.resolve("kubeconfig"));
        Files.writeString(file, admin.replaceAll("token: [0-9a-f]+", "token: " + token));
        return file;
    }

    /** Writes down from now on how many pods of a Deployment are available, a line a change. */
    Path watchAvailable(String deployment, Path file) throws IOException {
        watches.add(started(
                ProcessBuilder.Redirect.to(file.toFile()),
                "get",
                "deployment",
                deployment,
                "--watch",
                "-o",
                "jsonpath={.status.availableReplicas}{\"\\n\"}"));
        return file;
    }

    /** The fewest that were available; fails when nothing was written. */
    static int fewest(Path watched) throws IOException {
        return Files.readAllLines(watched).stream()
                .mapToInt(line -> line.isBlank() ? 0 : Integer.parseInt(line.strip()))
                .min()
                .orElseThrow();
    }

    /** How often the API server answered an eviction with a status, since it was started. */
    int evictions(int status) {
        return kubectl("get", "--raw", "/metrics")
                .lines()
                .filter(line -> line.startsWith("apiserver_request_total{")
                        && line.contains("subresource=\"eviction\"")
                        && line.contains("code=\"" + status + "\""))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Creates the objects of a file beside this class. */
    void create(String resource, Path scratch) throws IOException {
        Path file = scratch.resolve(resource);
        try (var in = LabCluster.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no " + resource + " beside " + LabCluster.class);
            }
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        kubectl("create", "-f", file.toString());
    }

    @Override
    public void close() {
        watches.forEach(Process::destroy);
    }
}
