package dev.slipway.simulator.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.common.session.helpers.AbstractSession;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.channel.ChannelSession;

/** Runs one SSH server, and so one set of threads, on many ports; the port decides host key and shell. */
final class ManyPortServer extends SshServer {
    private record Host(NodeShell shell, KeyPair hostKey) {}

    private final Map<Integer, Host> hosts = new ConcurrentHashMap<>();

    ManyPortServer(PublicKey client) throws IOException {
        SshServer defaults = SshServer.setUpDefaultServer();
        setKeyExchangeFactories(defaults.getKeyExchangeFactories());
        // without the optimizing compiler, as tests run, AES-GCM takes a tenth of all their processor time
        setCipherFactories(List.of(BuiltinCiphers.aes128ctr));
        setMacFactories(defaults.getMacFactories());
        setCompressionFactories(defaults.getCompressionFactories());
        setSignatureFactories(defaults.getSignatureFactories());
        setChannelFactories(defaults.getChannelFactories());
        setRequestHandlersFactory(defaults);
        setRandomFactory(defaults.getRandomFactory());
        setFileSystemFactory(defaults.getFileSystemFactory());
        setForwarderFactory(defaults.getForwarderFactory());
        setForwardingFilter(defaults.getForwardingFilter());
        setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        setPublickeyAuthenticator((user, key, session) -> KeyUtils.compareKeys(key, client));
        setKeyPairProvider(new HostKeys());
        setCommandFactory((channel, line) -> new NodeCommand(host(channel).shell(), line));
        setHost("127.0.0.1");
        setPort(0);
        start();
    }

    private void setRequestHandlersFactory(SshServer defaults) {
        setGlobalRequestHandlers(defaults.getGlobalRequestHandlers());
    }

    /** Opens a port of its own for a node, which stays its own while it refuses connections. */
    synchronized int open(NodeShell shell, KeyPair hostKey) throws IOException {
        while (true) {
            int port = Ports.ofThisProcess().take();
            hosts.put(port, new Host(shell, hostKey));
            if (bind(port).isEmpty()) {
                return port;
            }
            // Some other program listens there: nobody gets that port.
            hosts.remove(port);
        }
    }

    private Optional<IOException> bind(int port) {
        try {
            acceptor.bind(address(port));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    /** Breaks every connection to this port and refuses new ones. */
    synchronized void refuse(int port) {
        acceptor.unbind(address(port));
        for (AbstractSession session : getActiveSessions()) {
            if (portOf(session.getLocalAddress()) == port) {
                session.close(true);
            }
        }
    }

    /** Answers on this port again. Safe to repeat. */
    synchronized void admit(int port) {
        if (acceptor.getBoundAddresses().contains(address(port))) {
            return;
        }
        bind(port).ifPresent(e -> {
            throw new UncheckedIOException("port " + port + " was taken while its node was down", e);
        });
    }

    void shut() {
        try {
            stop(true);
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated SSH server did not stop", e);
        }
        hosts.keySet().forEach(Ports.ofThisProcess()::giveBack);
        hosts.clear();
    }

    private Host host(ChannelSession channel) {
        return host(portOf(channel.getSession().getLocalAddress()));
    }

    private Host host(int port) {
        Host host = hosts.get(port);
        if (host == null) {
            throw new IllegalArgumentException("nobody lives on port " + port);
        }
        return host;
    }

    private static SocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static int portOf(SocketAddress address) {
        return address instanceof InetSocketAddress inet ? inet.getPort() : 0;
    }

    /** Provides the host key of the node on whose port a session came in. */
    private final class HostKeys implements KeyPairProvider {
        @Override
        public Iterable<KeyPair> loadKeys(SessionContext session) {
            return session == null
                    ? List.of()
                    : List.of(host(portOf(session.getLocalAddress())).hostKey());
        }
    }
}
