package dev.slipway.activities.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.common.LoggerFactory;
import net.schmizz.sshj.userauth.keyprovider.KeyPairWrapper;
import net.schmizz.sshj.userauth.keyprovider.KeyProvider;

/** Keys and known hosts, each file parsed once and again when it has changed. */
final class SshTrust {
    private final Cache<KeyProvider> keys = new Cache<>();
    private final Cache<KnownHosts> hosts = new Cache<>();
    private final LoggerFactory logs;

    private record Parsed<T>(FileTime changed, long size, T value) {}

    private static final class Cache<T> {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<Path, Parsed<T>> parsed = new HashMap<>();
    }

    SshTrust(LoggerFactory logs) {
        this.logs = logs;
    }

    private interface Parser<T> {
        T parse(Path file) throws IOException;
    }

    KeyProvider key(SSHClient client, Path file) throws IOException {
        return cached(keys, file, path -> {
            KeyProvider lazy = client.loadKeys(path.toString());
            return new KeyPairWrapper(new KeyPair(lazy.getPublic(), lazy.getPrivate()));
        });
    }

    KnownHosts knownHosts(Path file) throws IOException {
        return cached(hosts, file, path -> new KnownHosts(path, logs));
    }

    /** One thread parses while the others wait for it: at the start of a scan all of them ask at once. */
    private static <T> T cached(Cache<T> cache, Path file, Parser<T> parser) throws IOException {
        FileTime changed = Files.getLastModifiedTime(file);
        long size = Files.size(file);
        cache.lock.lock();
        try {
            Parsed<T> known = cache.parsed.get(file);
            if (known != null && known.changed.equals(changed) && known.size == size) {
                return known.value;
            }
            Parsed<T> fresh = new Parsed<>(changed, size, parser.parse(file));
            cache.parsed.put(file, fresh);
            return fresh.value;
        } finally {
            cache.lock.unlock();
        }
    }
}
