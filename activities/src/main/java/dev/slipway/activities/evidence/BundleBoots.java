package dev.slipway.activities.evidence;

import dev.slipway.model.node.EvidenceRef;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Finds the node's boots in a stored bundle: the bundle is read back, so one that was stored before gives the same. */
final class BundleBoots {
    static final String BOOT_ID = "boot-id";
    static final String BEFORE = "journal-kernel-before";

    private BundleBoots() {}

    /**
     * Returns {@code stored} with the boot under which it was read, and whether it contains the kernel's log of the
     * previous boot.
     */
    static EvidenceRef in(EvidenceRef stored, byte[] zip) {
        Map<String, String> texts = texts(zip);
        boolean read = texts.getOrDefault("CONTENTS.txt", "").lines().anyMatch((BEFORE + ": exit 0")::equals);
        // journalctl marks with "--" what is no line of a log: where a boot begins, that there are no entries, no
        // files.
        boolean logged =
                texts.getOrDefault(BEFORE + ".txt", "").lines().anyMatch(l -> !l.isBlank() && !l.startsWith("--"));
        String boot = texts.getOrDefault(BOOT_ID + ".txt", "").strip();
        return stored.readUnder(boot.matches("[0-9a-f-]{36}") ? boot : "", read && logged);
    }

    private static Map<String, String> texts(byte[] bytes) {
        Map<String, String> texts = new HashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                texts.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
