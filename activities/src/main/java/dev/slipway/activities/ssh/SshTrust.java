package dev.slipway.activities.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyPair;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.transport.verification.OpenSSHKnownHosts;
import net.schmizz.sshj.userauth.keyprovider.KeyPairWrapper;
import net.schmizz.sshj.userauth.keyprovider.KeyProvider;

/** Keys and known hosts, each file parsed once and again when it has changed. */
final class SshTrust {
    private final Map<Path, Parsed<KeyProvider>> keys = new ConcurrentHashMap<>();
    private final Map<Path, Parsed<OpenSSHKnownHosts>> hosts = new ConcurrentHashMap<>();

    private record Parsed<T>(FileTime changed, long size, T value) {}

    private interface Parser<T> {
        T parse(Path file) throws IOException;
    }

    KeyProvider key(SSHClient client, Path file) throws IOException {
        return cached(keys, file, path -> {
            KeyProvider lazy = client.loadKeys(path.toString());
            return new KeyPairWrapper(new KeyPair(lazy.getPublic(), lazy.getPrivate()));
        });
    }

    OpenSSHKnownHosts knownHosts(Path file) throws IOException {
        return cached(hosts, file, path -> new OpenSSHKnownHosts(path.toFile()));
    }

    private static <T> T cached(Map<Path, Parsed<T>> cache, Path file, Parser<T> parser) throws IOException {
        FileTime changed = Files.getLastModifiedTime(file);
        long size = Files.size(file);
        Parsed<T> known = cache.get(file);
        if (known != null && known.changed.equals(changed) && known.size == size) {
            return known.value;
        }
        Parsed<T> fresh = new Parsed<>(changed, size, parser.parse(file));
        cache.put(file, fresh);
        return fresh.value;
    }
}
