package dev.slipway.activities.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.util.security.SecurityUtils;

/** Keys and known hosts, each file parsed once and again when it has changed. */
final class SshTrust {
    private final Cache<KeyPair> keys = new Cache<>();
    private final Cache<KnownHosts> hosts = new Cache<>();

    private record Parsed<T>(FileTime changed, long size, T value) {}

    private static final class Cache<T> {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<Path, Parsed<T>> parsed = new HashMap<>();
    }

    private interface Parser<T> {
        T parse(Path file) throws IOException;
    }

    KeyPair key(Path file) throws IOException {
        return cached(keys, file, SshTrust::firstKey);
    }

    KnownHosts knownHosts(Path file) throws IOException {
        return cached(hosts, file, KnownHosts::new);
    }

    private static KeyPair firstKey(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Iterable<KeyPair> found = SecurityUtils.loadKeyPairIdentities(
                    null, NamedResource.ofName(file.toString()), in, FilePasswordProvider.EMPTY);
            Iterator<KeyPair> pairs = found == null ? Collections.emptyIterator() : found.iterator();
            if (!pairs.hasNext()) {
                throw new IOException(file + " holds no private key");
            }
            return pairs.next();
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new IOException(file + " is not a private key that can be used without a passphrase", e);
        }
    }

    /**
     * Parses a file on one thread while the others wait for it: at the start of a scan all of them need it at the same
     * time.
     */
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
