package dev.slipway.activities.ssh;

import dev.slipway.activities.ssh.SshFailure.Kind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.core.CoreModuleProperties;

/** Opens connections: host key checked, key authentication only, each failure by its kind. */
final class SshDialer implements AutoCloseable {
    private static final AttributeRepository.AttributeKey<Call> CALL = new AttributeRepository.AttributeKey<>();
    private static final long WINDOW = 512L * 1024;

    private final SshClient client = thin();
    private final SshTrust trust = new SshTrust();
    private final Duration usual;

    /** Represents one connection that is being made. {@code refused}: we refused the host key that was shown. */
    private record Call(SshTarget target, KnownHosts known, AtomicBoolean refused) {

        boolean trusts(PublicKey shown) {
            boolean trusted = known.trusts(target.host(), target.port(), shown);
            refused.set(!trusted);
            return trusted;
        }

        /**
         * Requests the keys that we know: a server has several keys and shows the first one that the client requests.
         */
        void askForKnownKeys(Session session) {
            Set<String> types = known.types(target.host(), target.port());
            boolean certified = known.certified(target.host(), target.port());
            List<NamedFactory<Signature>> offered = session.getSignatureFactories();
            session.setSignatureFactories(offered.stream()
                    .sorted(Comparator.comparing(factory -> !wanted(factory.getName(), types, certified)))
                    .toList());
        }

        private static boolean wanted(String algorithm, Set<String> types, boolean certified) {
            boolean certificate = algorithm.contains("-cert-");
            return certificate ? certified : types.contains(KeyUtils.getCanonicalKeyType(algorithm));
        }
    }

    SshDialer(Duration usual) {
        this.usual = usual;
    }

    ClientSession dial(SshTarget target) {
        Duration within = target.connectTimeout().orElse(usual);
        AtomicBoolean refused = new AtomicBoolean();
        try {
            if (new InetSocketAddress(target.host(), target.port()).isUnresolved()) {
                throw new UnknownHostException(target.host());
            }
            KeyPair key = trust.key(target.keyFile());
            Call call = new Call(target, trust.knownHosts(target.knownHosts()), refused);
            return authenticated(
                    client.connect(
                                    target.user(),
                                    target.host(),
                                    target.port(),
                                    AttributeRepository.ofKeyValuePair(CALL, call),
                                    null)
                            .verify(within)
                            .getSession(),
                    key,
                    within);
        } catch (IOException | IllegalStateException e) {
            throw failure(target, refused.get() ? Kind.HOST_KEY : kind(e), e);
        }
    }

    private static ClientSession authenticated(ClientSession session, KeyPair key, Duration within) throws IOException {
        boolean open = false;
        try {
            session.addPublicKeyIdentity(key);
            session.auth().verify(within);
            open = true;
            return session;
        } finally {
            if (!open) {
                session.close(true);
            }
        }
    }

    private static SshFailure failure(SshTarget target, Kind kind, Exception e) {
        String what = switch (kind) {
            case REFUSED -> "refuses connections";
            case HOST_KEY -> "shows a host key that is not the known one";
            case AUTH -> "does not accept our key";
            case TIMED_OUT -> "did not answer in time";
            case NO_ROUTE -> "cannot be reached: there is no route to it";
            case UNREACHABLE, LOST -> "cannot be reached: " + SshFailure.words(e);
        };
        return new SshFailure(kind, target + " " + what, e);
    }

    private static Kind kind(Exception e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            String said = String.valueOf(t.getMessage());
            if (t instanceof SshException ssh
                    && ssh.getDisconnectCode() == SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE) {
                return Kind.AUTH;
            } else if (t instanceof SocketTimeoutException || t instanceof TimeoutException) {
                return Kind.TIMED_OUT;
            } else if (t instanceof InterruptedIOException) {
                // The library takes the interrupt; who asked for it wants no other try.
                Thread.currentThread().interrupt();
                return Kind.TIMED_OUT;
            } else if (t instanceof ConnectException && said.contains("refused")) {
                return Kind.REFUSED;
            } else if (t instanceof NoRouteToHostException
                    || said.contains("No route to host")
                    || said.contains("Network is unreachable")) {
                return Kind.NO_ROUTE;
            }
        }
        return Kind.UNREACHABLE;
    }

    /**
     * Returns a client that offers what current OpenSSH speaks, and no more: a short offer is the cheapest part of a
     * handshake.
     */
    private static SshClient thin() {
        SshClient client = SshClient.setUpDefaultClient();
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        client.setServerKeyVerifier(SshDialer::known);
        client.addSessionListener(new SessionListener() {
            @Override
            public void sessionCreated(Session session) {
                call(session).askForKnownKeys(session);
            }
        });
        client.setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                false,
                List.of(
                        BuiltinDHFactories.curve25519,
                        BuiltinDHFactories.curve25519_libssh,
                        BuiltinDHFactories.ecdhp256,
                        BuiltinDHFactories.dhg16_512,
                        BuiltinDHFactories.dhg14_256),
                ClientBuilder.DH2KEX));
        client.setCipherFactories(List.of(
                BuiltinCiphers.aes128gcm,
                BuiltinCiphers.aes256gcm,
                BuiltinCiphers.aes128ctr,
                BuiltinCiphers.aes256ctr));
        CoreModuleProperties.WINDOW_SIZE.set(client, WINDOW);
        // As OpenSSH: a certificate that is not valid for the host counts as the plain key in it.
        CoreModuleProperties.ABORT_ON_INVALID_CERTIFICATE.set(client, false);
        // A command may be silent for as long as its own limit allows.
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.NIO2_READ_TIMEOUT.set(client, Duration.ZERO);
        client.start();
        return client;
    }

    private static boolean known(ClientSession session, SocketAddress address, PublicKey shown) {
        return call(session).trusts(shown);
    }

    private static Call call(Session session) {
        AttributeRepository context = session instanceof ClientSession ours ? ours.getConnectionContext() : session;
        Call call = context.getAttribute(CALL);
        if (call == null) {
            throw new IllegalStateException("a connection that nobody asked for: " + session);
        }
        return call;
    }

    /** Cuts every connection. */
    @Override
    public void close() {
        client.close(true);
    }
}
