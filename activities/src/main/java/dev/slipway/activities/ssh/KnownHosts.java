package dev.slipway.activities.ssh;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.schmizz.sshj.common.LoggerFactory;
import net.schmizz.sshj.transport.verification.HostKeyVerifier;
import net.schmizz.sshj.transport.verification.OpenSSHKnownHosts;

/**
 * A file of known hosts in OpenSSH's format, read once for thousands of connections. A key is parsed when its host is
 * connected to, not before: parsing all of them for each of many hosts is what would cost most of a scan. Patterns,
 * hashed names and authorities, which may mean any host, are parsed once.
 */
final class KnownHosts implements HostKeyVerifier {
    private static final String NOT_ONE_HOST = ".*[*?!|@].*";

    private final Map<String, String> byName = new HashMap<>();
    private final OpenSSHKnownHosts others;
    private final LoggerFactory quiet;

    KnownHosts(Path file, LoggerFactory quiet) throws IOException {
        this.quiet = quiet;
        StringBuilder rest = new StringBuilder();
        for (String line : Files.readAllLines(file)) {
            String text = line.strip();
            String names = text.split("\\s", 2)[0];
            if (names.matches(NOT_ONE_HOST)) {
                rest.append(text).append('\n');
            } else if (!text.isEmpty() && !text.startsWith("#")) {
                for (String name : names.split(",")) {
                    byName.merge(name, text + "\n", String::concat);
                }
            }
        }
        this.others = new OpenSSHKnownHosts(new StringReader(rest.toString()), quiet);
    }

    /** Whether the file names this key for this host; another key, or none, is refused. */
    @Override
    public boolean verify(String host, int port, PublicKey key) {
        return named(host, port).verify(host, port, key) || others.verify(host, port, key);
    }

    @Override
    public List<String> findExistingAlgorithms(String host, int port) {
        return Stream.concat(
                        named(host, port).findExistingAlgorithms(host, port).stream(),
                        others.findExistingAlgorithms(host, port).stream())
                .distinct()
                .toList();
    }

    private OpenSSHKnownHosts named(String host, int port) {
        String name = port == 22 ? host : "[" + host + "]:" + port;
        try {
            return new OpenSSHKnownHosts(new StringReader(byName.getOrDefault(name, "")), quiet);
        } catch (IOException e) {
            throw new UncheckedIOException("a line of known hosts for " + name + " cannot be read", e);
        }
    }
}
