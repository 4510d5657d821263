package dev.slipway.simulator.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.connection.channel.direct.Session;

/** An SSH client as a worker has one: checks host keys and shows one key. */
final class Client implements AutoCloseable {
    private final SSHClient client = new SSHClient();

    /** {@code text} holds the bytes of both streams, one a character. */
    record Reply(String text, int exit) {
        byte[] out() {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    Client(SimulatedSsh ssh, String node, String user) throws IOException {
        client.loadKnownHosts(ssh.knownHosts().toFile());
        client.connect("127.0.0.1", ssh.port(node));
        client.authPublickey(user, ssh.clientKey().toString());
    }

    Reply exec(String line) throws IOException {
        try (Session session = client.startSession()) {
            Session.Command command = session.exec(line);
            byte[] out = read(command.getInputStream());
            byte[] err = read(command.getErrorStream());
            command.join(30, TimeUnit.SECONDS);
            Integer exit = command.getExitStatus();
            if (exit == null) {
                throw new IOException("no exit status for " + line);
            }
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(out);
            both.writeBytes(err);
            return new Reply(both.toString(StandardCharsets.ISO_8859_1), exit);
        }
    }

    private static byte[] read(InputStream in) throws IOException {
        return in.readAllBytes();
    }

    @Override
    public void close() throws IOException {
        client.disconnect();
    }
}
