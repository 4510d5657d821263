package dev.slipway.model;

import java.util.Optional;

/**
 * A bundle in the evidence store: its path there, and the SHA-256 of its bytes. {@code bootId} is the boot under which
 * it was read, empty where that is unknown; {@code bootBefore} says whether the kernel's log of the boot before that is
 * in it.
 */
public record EvidenceRef(String path, String sha256, long bytes, String bootId, boolean bootBefore) {

    /** What was stored before bundles told of boots has none. */
    public EvidenceRef {
        bootId = Optional.ofNullable(bootId).orElse("");
    }

    /** The same bundle, of which more is known. */
    public EvidenceRef readUnder(String boot, boolean before) {
        return new EvidenceRef(path, sha256, bytes, boot, before);
    }

    /** A file that was not read from a node. */
    public EvidenceRef(String path, String sha256, long bytes) {
        this(path, sha256, bytes, "", false);
    }
}
