package dev.slipway.model.node;

import java.util.Optional;

/**
 * References a bundle in the evidence store: its path there, and the SHA-256 of its bytes. {@code bootId} is the boot
 * under which it was read, empty if that is unknown; {@code bootBefore} states whether it contains the kernel's log of
 * the previous boot.
 */
public record EvidenceRef(String path, String sha256, long bytes, String bootId, boolean bootBefore) {

    /** Accepts a reference from before bundles named boots. */
    public EvidenceRef {
        bootId = Optional.ofNullable(bootId).orElse("");
    }

    /** Returns the same bundle, with its boot. */
    public EvidenceRef readUnder(String boot, boolean before) {
        return new EvidenceRef(path, sha256, bytes, boot, before);
    }

    /** Creates a reference to a file that was not read from a node. */
    public EvidenceRef(String path, String sha256, long bytes) {
        this(path, sha256, bytes, "", false);
    }
}
