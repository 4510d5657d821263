package dev.slipway.activities.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.keyprovider.FileKeyPairProvider;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.pubkey.PublickeyAuthenticator;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/**
 * Simulates a cheap fleet: one SSH server in one process on many loopback addresses, each a node that answers every
 * command with the same bytes, the probe with those of {@code answer}, all others with those of {@code brief}. Some may
 * be slow, and some dead: the kernel accepts the connection and nothing ever answers.
 */
public final class LightServer extends SshServer {
    private final byte[] answer;
    private final byte[] brief;
    private final Set<SocketAddress> slow = new HashSet<>();
    private final Duration slowness;

    private LightServer(Path folder, Duration slowness) throws IOException, GeneralSecurityException {
        this.answer = Files.readAllBytes(folder.resolve("answer"));
        this.brief = Files.readAllBytes(folder.resolve("brief"));
        this.slowness = slowness;
        SshServer defaults = SshServer.setUpDefaultServer();
        setKeyExchangeFactories(defaults.getKeyExchangeFactories());
        setCipherFactories(defaults.getCipherFactories());
        setMacFactories(defaults.getMacFactories());
        setCompressionFactories(defaults.getCompressionFactories());
        setSignatureFactories(defaults.getSignatureFactories());
        setChannelFactories(defaults.getChannelFactories());
        setGlobalRequestHandlers(defaults.getGlobalRequestHandlers());
        setRandomFactory(defaults.getRandomFactory());
        setFileSystemFactory(defaults.getFileSystemFactory());
        setForwarderFactory(defaults.getForwarderFactory());
        setForwardingFilter(defaults.getForwardingFilter());
        setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        // Read once and before the first connection: the authenticator that watches the file refuses some while it
        // reads.
        setPublickeyAuthenticator(PublickeyAuthenticator.fromAuthorizedEntries(
                "bench", null, AuthorizedKeyEntry.readAuthorizedKeys(folder.resolve("authorized_keys")), null));
        setKeyPairProvider(new FileKeyPairProvider(folder.resolve("host_key")));
        setCommandFactory((channel, line) -> new Answer(channel, line.contains("slipway-probe") ? answer : brief));
        CoreModuleProperties.SOCKET_BACKLOG.set(this, 128);
        CoreModuleProperties.IDLE_TIMEOUT.set(this, Duration.ZERO);
        setHost(SshdSocketAddress.LOCALHOST_IPV4);
        setPort(0);
    }

    /** Arguments: folder, port, seconds that a slow node takes. Prints {@code ready} and serves until its input ends. */
    public static void main(String[] args) throws IOException, GeneralSecurityException {
        Path folder = Path.of(args[0]);
        int port = Integer.parseInt(args[1]);
        try (LightServer server = new LightServer(folder, Duration.ofSeconds(Long.parseLong(args[2])))) {
            server.start();
            List<SocketAddress> addresses = new ArrayList<>();
            for (String host : Files.readAllLines(folder.resolve("listening"))) {
                addresses.add(new InetSocketAddress(host, port));
            }
            server.acceptor.bind(addresses);
            List<ServerSocket> dead = new ArrayList<>();
            for (String host : Files.readAllLines(folder.resolve("dead"))) {
                dead.add(new ServerSocket(port, 128, InetAddress.getByName(host)));
            }
            Files.readAllLines(folder.resolve("slow")).forEach(h -> server.slow.add(new InetSocketAddress(h, port)));
            System.out.println("ready, " + dead.size() + " dead");
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private final class Answer implements Command {
        private final ChannelSession channel;
        private final byte[] bytes;
        private OutputStream out = OutputStream.nullOutputStream();
        private ExitCallback exit = (status, message, now) -> {};

        Answer(ChannelSession channel, byte[] bytes) {
            this.channel = channel;
            this.bytes = bytes;
        }

        @Override
        public void setInputStream(InputStream in) {}

        @Override
        public void setOutputStream(OutputStream stream) {
            this.out = stream;
        }

        @Override
        public void setErrorStream(OutputStream stream) {}

        @Override
        public void setExitCallback(ExitCallback callback) {
            this.exit = callback;
        }

        @Override
        public void start(ChannelSession session, Environment environment) {
            Thread.startVirtualThread(() -> {
                if (slow.contains(channel.getSession().getLocalAddress())) {
                    LockSupport.parkNanos(slowness.toNanos());
                }
                try {
                    out.write(bytes);
                    out.flush();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                exit.onExit(0);
            });
        }

        @Override
        public void destroy(ChannelSession session) {}
    }
}
