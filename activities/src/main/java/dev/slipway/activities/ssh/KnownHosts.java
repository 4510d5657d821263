package dev.slipway.activities.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;

/**
 * Reads a file of known hosts in OpenSSH's format, once for thousands of connections. A key is parsed when its host is
 * connected to, not before: parsing all of them for each of many hosts is what would cost most of a scan. Patterns,
 * hashed names, authorities and revoked keys, which may mean any host, are checked each time. A line that cannot be
 * read makes no host known.
 */
final class KnownHosts {
    private static final String NOT_ONE_HOST = ".*[*?!|@].*";
    private static final String AUTHORITY = "cert-authority";
    private static final String REVOKED = "revoked";

    private final Map<String, List<String>> byName = new HashMap<>();
    private final List<KnownHostEntry> others = new ArrayList<>();

    KnownHosts(Path file) throws IOException {
        for (String line : Files.readAllLines(file)) {
            String text = line.strip();
            String names = text.split("\\s", 2)[0];
            if (names.matches(NOT_ONE_HOST)) {
                entry(text).ifPresent(others::add);
            } else if (!text.isEmpty() && !text.startsWith("#")) {
                for (String name : names.split(",")) {
                    byName.computeIfAbsent(name, n -> new ArrayList<>()).add(text);
                }
            }
        }
    }

    /**
     * Returns whether the file names this key, or the authority that signed it, for this host; another key, or none, is
     * refused.
     */
    boolean trusts(String host, int port, PublicKey shown) {
        List<KnownHostEntry> named = named(host, port);
        PublicKey key = shown instanceof OpenSshCertificate signed ? signed.getCertPubKey() : shown;
        if (has(named, REVOKED, key)) {
            return false;
        }
        boolean authority = shown instanceof OpenSshCertificate signed
                && !has(named, REVOKED, signed.getCaPubKey())
                && has(named, AUTHORITY, signed.getCaPubKey());
        return authority || has(named, "", key);
    }

    /** Returns the types of the keys that the file names for this host. */
    Set<String> types(String host, int port) {
        return named(host, port).stream()
                .filter(entry -> marker(entry).isEmpty())
                .map(entry -> entry.getKeyEntry().getKeyType())
                .collect(Collectors.toSet());
    }

    /** Returns whether the file names an authority for this host. */
    boolean certified(String host, int port) {
        return named(host, port).stream().anyMatch(entry -> marker(entry).equals(AUTHORITY));
    }

    private List<KnownHostEntry> named(String host, int port) {
        String name = port == 22 ? host : "[" + host + "]:" + port;
        return Stream.concat(
                        byName.getOrDefault(name, List.of()).stream()
                                .map(KnownHosts::entry)
                                .flatMap(Optional::stream),
                        others.stream().filter(entry -> matches(entry, host, port)))
                .toList();
    }

    /** A pattern without a port means hosts on any port, a hashed name just the one that was hashed. */
    private static boolean matches(KnownHostEntry entry, String host, int port) {
        return entry.isHostMatch(host, port) || (entry.getHashedEntry() == null && entry.isHostMatch(host, 0));
    }

    private static boolean has(List<KnownHostEntry> entries, String marker, PublicKey key) {
        return entries.stream()
                .filter(entry -> marker(entry).equals(marker))
                .map(KnownHosts::key)
                .flatMap(Optional::stream)
                .anyMatch(known -> KeyUtils.compareKeys(known, key));
    }

    private static Optional<PublicKey> key(KnownHostEntry entry) {
        try {
            return Optional.ofNullable(
                    entry.getKeyEntry().resolvePublicKey(null, Map.of(), PublicKeyEntryResolver.IGNORING));
        } catch (IOException | GeneralSecurityException unreadable) {
            return Optional.empty();
        }
    }

    private static String marker(KnownHostEntry entry) {
        return Optional.ofNullable(entry.getMarker()).orElse("");
    }

    private static Optional<KnownHostEntry> entry(String line) {
        try {
            return Optional.ofNullable(KnownHostEntry.parseKnownHostEntry(line))
                    .filter(entry -> entry.getKeyEntry() != null);
        } catch (RuntimeException unreadable) {
            return Optional.empty();
        }
    }
}
