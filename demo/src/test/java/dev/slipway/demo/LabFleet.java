package dev.slipway.demo;

import dev.slipway.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Real Linux nodes of the lab, as a fleet of a site. */
final class LabFleet {
    private final Path home;
    private final Path lab;
    private final List<String> nodes;
    private final String means;
    private Optional<LabKernel> kernel = Optional.empty();

    LabFleet(Path home, Path lab, List<String> nodes) {
        this(home, lab, nodes, "packages");
    }

    /** Whose nodes are brought to their baseline by {@code means}, as a policy names them. */
    LabFleet(Path home, Path lab, List<String> nodes, String means) {
        this.home = home;
        this.lab = lab;
        this.nodes = nodes;
        this.means = means;
    }

    /** Its nodes have kernels of Debian's and are held to that one. */
    LabFleet heldTo(LabKernel one) {
        kernel = Optional.of(one);
        return this;
    }

    List<String> nodes() {
        return nodes;
    }

    /** Whether a command on a node succeeded; false too when the node did not answer. */
    boolean says(String node, String command) {
        return ssh(node, command).isPresent();
    }

    /** Every later boot of a node takes this much longer. */
    void bootsSlowly(String node, int seconds) throws IOException {
        Files.writeString(lab.resolve("nodes").resolve(node).resolve("boot-delay"), seconds + "\n");
    }

    /** What a command printed on a node; empty when the node did not answer. */
    Optional<String> ssh(String node, String command) {
        return run("ssh", node, command);
    }

    int boots(String node) {
        return Integer.parseInt(run("boots", node).orElseThrow().strip());
    }

    /** The power of a node is taken and given back. */
    void powerCycle(String node) {
        if (run("power", node, "cycle").isEmpty()) {
            throw new IllegalStateException("the power of " + node + " was not cycled");
        }
    }

    /** The next reboot of a node does not come back by itself. */
    void hangsAtReboot(String node) throws IOException {
        Files.createFile(lab.resolve("nodes").resolve(node).resolve("hang-on-reboot"));
    }

    void fault(String... words) {
        List<String> all = new ArrayList<>(List.of("fault"));
        all.addAll(List.of(words));
        if (run(all.toArray(String[]::new)).isEmpty()) {
            throw new IllegalStateException("the fault did not come about: " + all);
        }
    }

    private Optional<String> run(String... words) {
        List<String> command = new ArrayList<>(List.of(home.resolve("lab/nodes").toString()));
        command.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(out) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The configuration of this fleet: held to what the lab's nodes are when they are new, in the cluster of {@code kubeconfig}. */
    Config configure(Path folder, Engine engine, Path kubeconfig) throws IOException {
        return configure(folder, engine, "kubernetes: { kubeconfig: " + kubeconfig + " }");
    }

    /** The same, scheduled as {@code scheduling} says: lines of the fleet's file. */
    Config configure(Path folder, Engine engine, String scheduling) throws IOException {
        for (String part : List.of("fleets", "baselines", "policies")) {
            Files.createDirectories(folder.resolve(part));
        }
        baseline(folder, "124", "1.17.7", "1.17.5", "\nprevious: lab-133");
        baseline(folder, "133", "1.17.8", "1.17.8", "");
        installation(folder, engine, new Login(home, lab, "slipway"));
        Files.writeString(folder.resolve("policies/lab.yaml"), """
                name: lab
                convergeBy: %s
                maxUnavailable: { count: 4, percent: 100%% }
                driftRateLimit: 100%%
                driftCheck: { ansible: %s }
                node: { drainTimeout: 5m, capacityTimeout: 5m, soak: 3s, decide: false, stepRetries: 1 }
                """.formatted(means, means.equals("ansible")));
        StringBuilder fleet = new StringBuilder("""
                name: lab
                cluster: lab
                baseline: lab-124
                policy: lab
                %s
                nodes:
                """.formatted(scheduling));
        nodes.forEach(node -> fleet.append("  - { name: %s, address: %s, sku: HGX-H100-8 }%n"
                .formatted(node, run("address", node).orElseThrow().strip())));
        Files.writeString(folder.resolve("fleets/lab.yaml"), fleet.toString());
        return Config.load(folder);
    }

    /** How its machines are reached: {@code lab} is the folder with key and known hosts. */
    record Login(Path home, Path lab, String user) {}

    /** The parts of a site whose machines are reached as {@code login} says. */
    static void installation(Path folder, Engine engine, Login login) throws IOException {
        Files.writeString(folder.resolve("slipway.yaml"), """
                temporal: { target: %s, ui: "%s" }
                ledger: { url: "%s", user: postgres }
                evidence: { directory: evidence, shared: true }
                starter: { tokenFile: token }
                ssh: { user: %s, key: %s, knownHosts: %s }
                ansible: { playbook: %s, runs: plays, shared: true }
                """.formatted(
                engine.target(),
                engine.ui(),
                Optional.ofNullable(System.getenv("SLIPWAY_POSTGRES_URL")).orElseThrow(),
                login.user(),
                login.lab().resolve("id"),
                login.lab().resolve("known_hosts"),
                login.home().resolve("config/ansible/site.yml")));
    }

    /** The example baseline of that driver with what differs in the lab. */
    private void baseline(Path folder, String version, String toolkit, String labToolkit, String previous)
            throws IOException {
        String text = Files.readString(home.resolve("config/baselines/hgx-h100-r570-" + version + ".yaml"))
                .replaceAll("(?m)^id: .*$", "id: lab-" + version + previous)
                .replaceAll("(?m)^previous: hgx.*\n", "")
                .replaceAll("(?m)^  (osImage|moduleFlavour|moduleDelivery): .*$", "  $1: n/a")
                .replaceAll("(?s)runtime:.*?gates:", "gates:")
                .replace(toolkit, labToolkit);
        String held = kernel.map(k -> k.pinnedIn(text)).orElse(text);
        Files.writeString(folder.resolve("baselines/lab-" + version + ".yaml"), held);
    }
}
