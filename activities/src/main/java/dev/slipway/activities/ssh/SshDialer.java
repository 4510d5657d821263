package dev.slipway.activities.ssh;

import com.hierynomus.sshj.transport.cipher.BlockCiphers;
import com.hierynomus.sshj.transport.cipher.GcmCiphers;
import com.hierynomus.sshj.transport.kex.DHGroups;
import com.hierynomus.sshj.transport.kex.ExtInfoClientFactory;
import dev.slipway.activities.ssh.SshFailure.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import net.schmizz.sshj.Config;
import net.schmizz.sshj.DefaultConfig;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.common.DisconnectReason;
import net.schmizz.sshj.common.LoggerFactory;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.transport.kex.Curve25519SHA256;
import net.schmizz.sshj.transport.kex.ECDHNistP;
import net.schmizz.sshj.userauth.UserAuthException;
import org.slf4j.Logger;
import org.slf4j.helpers.NOPLogger;

/** Opens connections: host key checked, key authentication only, each failure by its kind. */
final class SshDialer {
    private static final int WINDOW = 512 * 1024;

    private final Config config = thin();
    private final SshTrust trust = new SshTrust(new Quiet());
    private final Duration usual;

    SshDialer(Duration usual) {
        this.usual = usual;
    }

    SSHClient dial(SshTarget target) {
        int timeout = Math.toIntExact(target.connectWithin().orElse(usual).toMillis());
        SSHClient client = new SSHClient(config);
        boolean open = false;
        try {
            client.setConnectTimeout(timeout);
            client.setTimeout(timeout);
            client.getTransport().setTimeoutMs(timeout);
            client.getConnection().setTimeoutMs(timeout);
            client.getConnection().setWindowSize(WINDOW);
            client.addHostKeyVerifier(trust.knownHosts(target.knownHosts()));
            client.connect(target.host(), target.port());
            client.authPublickey(target.user(), trust.key(client, target.keyFile()));
            // The read timeout was for the handshake; a command may be silent for as long as its own limit says.
            client.getSocket().setSoTimeout(0);
            open = true;
            return client;
        } catch (IOException e) {
            throw failure(target, e);
        } finally {
            if (!open) {
                SshSession.hangUp(client);
            }
        }
    }

    private static SshFailure failure(SshTarget target, IOException e) {
        Kind kind = kind(e);
        String what = switch (kind) {
            case REFUSED -> "refuses connections";
            case HOST_KEY -> "shows a host key that is not the known one";
            case AUTH -> "does not accept our key";
            case TIMED_OUT -> "did not answer in time";
            case NO_ROUTE -> "has no route to it";
            default -> "cannot be reached";
        };
        return new SshFailure(kind, target + " " + what + ": " + e.getMessage(), e);
    }

    private static Kind kind(IOException e) {
        if (e instanceof SSHException ssh && ssh.getDisconnectReason() == DisconnectReason.HOST_KEY_NOT_VERIFIABLE) {
            return Kind.HOST_KEY;
        }
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (String.valueOf(t.getMessage()).contains("certificate check failed")) {
                return Kind.HOST_KEY;
            } else if (t instanceof UserAuthException) {
                return Kind.AUTH;
            } else if (t instanceof SocketTimeoutException || t instanceof TimeoutException) {
                return Kind.TIMED_OUT;
            } else if (t instanceof ConnectException refused
                    && String.valueOf(refused.getMessage()).contains("refused")) {
                return Kind.REFUSED;
            } else if (t instanceof NoRouteToHostException
                    || String.valueOf(t.getMessage()).contains("Network is unreachable")) {
                return Kind.NO_ROUTE;
            }
        }
        return Kind.UNREACHABLE;
    }

    /**
     * What current OpenSSH speaks, and no more: a short offer is the cheapest part of a handshake. The library logs each
     * failure as an error before it throws it; ours is told once, by whoever asked.
     */
    private static Config thin() {
        DefaultConfig config = new DefaultConfig();
        config.setLoggerFactory(new Quiet());
        config.setKeyExchangeFactories(List.of(
                new Curve25519SHA256.Factory(),
                new Curve25519SHA256.FactoryLibSsh(),
                new ECDHNistP.Factory256(),
                DHGroups.Group16SHA512(),
                DHGroups.Group14SHA256(),
                new ExtInfoClientFactory()));
        config.setCipherFactories(List.of(
                GcmCiphers.AES128GCM(), GcmCiphers.AES256GCM(), BlockCiphers.AES128CTR(), BlockCiphers.AES256CTR()));
        return config;
    }

    private static final class Quiet implements LoggerFactory {
        @Override
        public Logger getLogger(String name) {
            return NOPLogger.NOP_LOGGER;
        }

        @Override
        public Logger getLogger(Class<?> type) {
            return NOPLogger.NOP_LOGGER;
        }
    }
}
