package dev.slipway.simulator.ssh;

import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/**
 * Gives access to simulated nodes: one SSH server on 127.0.0.1 with a port and a host key for each node. Only the
 * client key in {@link #clientKey()} is accepted. While a node is down its port refuses connections.
 */
public final class SimulatedSsh implements AutoCloseable {
    private final ManyPortServer server;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Set<String> cutOff = ConcurrentHashMap.newKeySet();
    private final Path folder;

    private SimulatedSsh(Path folder, ManyPortServer server) {
        this.folder = folder;
        this.server = server;
    }

    /** Opens a port for each node and writes {@code known_hosts} and the client key into {@code folder}. */
    public static SimulatedSsh start(Path folder, List<SimulatedNode> nodes) {
        return start(folder, nodes, Map.of());
    }

    /** Does the same with hosts that are no nodes, each a name and a function that answers its lines. */
    public static SimulatedSsh start(
            Path folder, List<SimulatedNode> nodes, Map<String, Function<String, Answer>> hosts) {
        try {
            Files.createDirectories(folder);
            KeyPair client = newKey();
            SimulatedSsh ssh = new SimulatedSsh(folder, new ManyPortServer(client.getPublic()));
            writeKey(ssh.clientKey(), client);
            List<String> known = new ArrayList<>();
            for (SimulatedNode node : nodes) {
                known.add(ssh.open(NodeShell.of(node)));
                node.listen(ssh.new Doorkeeper(ssh.port(node.name())));
            }
            for (Map.Entry<String, Function<String, Answer>> host : hosts.entrySet()) {
                known.add(ssh.open(NodeShell.of(host.getKey(), host.getValue())));
            }
            Files.write(ssh.knownHosts(), known);
            return ssh;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the simulated SSH server in " + folder, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make keys for the simulated SSH server", e);
        }
    }

    /** Opens a port; its line of {@code known_hosts}. */
    private String open(NodeShell shell) throws IOException, GeneralSecurityException {
        KeyPair host = newKey();
        int port = server.open(shell, host);
        ports.put(shell.name(), port);
        return "[127.0.0.1]:" + port + " " + PublicKeyEntry.toString(host.getPublic());
    }

    /** Returns the port on which a node answers. */
    public int port(String node) {
        Integer port = ports.get(node);
        if (port == null) {
            throw new IllegalArgumentException("no such node: " + node);
        }
        return port;
    }

    /** Returns the private key of the one client, in OpenSSH's format. */
    public Path clientKey() {
        return folder.resolve("id_ecdsa");
    }

    /** Returns the host keys of all nodes, in OpenSSH's format. */
    public Path knownHosts() {
        return folder.resolve("known_hosts");
    }

    /** Breaks the connections to a node and refuses new ones, though the node itself runs on. Safe to repeat. */
    public void cutOff(String node) {
        if (cutOff.add(node)) {
            server.refuse(port(node));
        }
    }

    /** Lets connections to a node through again, once the node is up. Safe to repeat. */
    public void reconnect(SimulatedNode node) {
        // The order matters: a node that comes up meanwhile passes one of the two.
        boolean wasCutOff = cutOff.remove(node.name());
        if (wasCutOff && node.clock().call(() -> node.power().up())) {
            server.admit(port(node.name()));
        }
    }

    private static KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static void writeKey(Path file, KeyPair key) throws IOException, GeneralSecurityException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(file)) {
            new OpenSSHKeyPairResourceWriter()
                    .writePrivateKey(
                            key,
                            "slipway",
                            (org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext) null,
                            out);
        }
    }

    @Override
    public void close() {
        server.shut();
    }

    /** Shuts the port while the node is down. */
    private final class Doorkeeper implements NodeListener {
        private final int port;

        Doorkeeper(int port) {
            this.port = port;
        }

        @Override
        public void down(SimulatedNode node) {
            server.refuse(port);
        }

        @Override
        public void up(SimulatedNode node) {
            if (!cutOff.contains(node.name())) {
                server.admit(port);
            }
        }
    }
}
