package dev.slipway.activities.ssh;

import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.sshd.certificate.OpenSshCertificateBuilder;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** An SSH server on loopback whose commands are a function of their line; it counts connections and keeps the lines. */
public final class TestServer implements AutoCloseable, SshDirectory {
    private final SshServer server = SshServer.setUpDefaultServer();
    private final Path directory;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** What a command does: prints, and ends with a status; a status below 0 cuts the connection, none waits for ever. */
    public record Play(String out, String err, int exit) {
        static final int CUT = -1;
        static final int HANG = -2;

        public static Play out(String out) {
            return new Play(out, "", 0);
        }
    }

    public TestServer(Path directory, Function<String, Play> plays) throws IOException, GeneralSecurityException {
        this(directory, plays, List.of(ecKey()), ecKey());
    }

    /** With {@code hosts}, of which the first is the one that is known, and the key of {@code user}. */
    TestServer(Path directory, Function<String, Play> plays, List<KeyPair> hosts, KeyPair user)
            throws IOException, GeneralSecurityException {
        this.directory = directory;
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(KeyPairProvider.wrap(hosts));
        server.setPublickeyAuthenticator(
                (name, key, session) -> name.equals("slipway") && KeyUtils.compareKeys(key, user.getPublic()));
        server.addSessionListener(new SessionListener() {
            @Override
            public void sessionEstablished(Session session) {
                connections.incrementAndGet();
            }
        });
        server.setCommandFactory((channel, line) -> {
            lines.add(line);
            return new Played(plays.apply(line));
        });
        server.start();
        Files.writeString(
                directory.resolve("known_hosts"),
                "[127.0.0.1]:" + server.getPort() + " "
                        + PublicKeyEntry.toString(hosts.getFirst().getPublic()) + "\n");
        writeKey(directory.resolve("id"), user);
    }

    public static KeyPair ecKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    public static void writeKey(Path file, KeyPair key) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "test", null, out);
        }
    }

    /** From now on the host key is known only by the signature of an authority, which names {@code principal}. */
    void signHostKey(String principal) throws Exception {
        KeyPair authority = ecKey();
        KeyPair host = server.getKeyPairProvider().loadKeys(null).iterator().next();
        OpenSshCertificate certificate = OpenSshCertificateBuilder.hostCertificate()
                .id("test")
                .serial(1)
                .publicKey(host.getPublic())
                .principals(List.of(principal))
                .validAfter(0)
                .validBefore(OpenSshCertificate.INFINITY)
                .sign(authority, "ecdsa-sha2-nistp256");
        server.setHostKeyCertificateProvider(session -> List.of(certificate));
        Files.writeString(
                directory.resolve("known_hosts"),
                "@cert-authority * " + PublicKeyEntry.toString(authority.getPublic()) + "\n");
    }

    @Override
    public SshTarget target(NodeRef node) {
        return new SshTarget(
                "127.0.0.1", server.getPort(), "slipway", directory.resolve("id"), directory.resolve("known_hosts"));
    }

    List<String> lines() {
        return lines;
    }

    int connections() {
        return connections.get();
    }

    /** Cuts every connection, as a node that loses power. */
    void cut() throws IOException {
        for (Session session : server.getActiveSessions()) {
            session.close(true).await();
        }
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }

    private static final class Played implements Command {
        private final Play play;
        private OutputStream out = OutputStream.nullOutputStream();
        private OutputStream err = OutputStream.nullOutputStream();
        private ExitCallback exit = (status, message, now) -> {};

        Played(Play play) {
            this.play = play;
        }

        @Override
        public void setInputStream(InputStream in) {}

        @Override
        public void setOutputStream(OutputStream stream) {
            this.out = stream;
        }

        @Override
        public void setErrorStream(OutputStream stream) {
            this.err = stream;
        }

        @Override
        public void setExitCallback(ExitCallback callback) {
            this.exit = callback;
        }

        @Override
        public void start(ChannelSession channel, Environment environment) {
            Thread.startVirtualThread(() -> {
                try {
                    out.write(play.out.getBytes(StandardCharsets.UTF_8));
                    err.write(play.err.getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    err.flush();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                if (play.exit == Play.CUT) {
                    channel.getSession().close(true);
                } else if (play.exit != Play.HANG) {
                    exit.onExit(play.exit);
                }
            });
        }

        @Override
        public void destroy(ChannelSession channel) {}
    }
}
