package dev.slipway.facts;

import dev.slipway.model.Field;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Hashes what a verification depends on: driver, image, kernel and the set of GPU UUIDs. */
public final class FactsHash {
    private static final List<Field> FIELDS = List.of(
            Field.DRIVER_VERSION,
            Field.DRIVER_RESIDENT,
            Field.DRIVER_ON_DISK,
            Field.DRIVER_USERSPACE,
            Field.LIBCUDA,
            Field.OS_IMAGE,
            Field.IMAGE_VERSION,
            Field.KERNEL);

    private FactsHash() {}

    /**
     * Returns SHA-256 in hex. Equal hashes mean unchanged facts; so facts with an unknown part share their hash with no
     * other reading, except for a missing image manifest.
     */
    public static String of(NodeFacts facts) {
        StringBuilder text = new StringBuilder();
        for (Field field : FIELDS) {
            text.append(field.key())
                    .append('=')
                    .append(field == Field.IMAGE_VERSION ? image(facts) : part(facts, facts.version(field)))
                    .append('\n');
        }
        Reading<String> uuids = facts.hardware().gpus().map(FactsHash::uuids);
        text.append("gpus=").append(part(facts, uuids)).append('\n');
        return sha256(text.toString());
    }

    /** Returns the image. Many nodes have no manifest, and that is a comparable state: its reason represents it. */
    private static String image(NodeFacts facts) {
        Reading<String> image = facts.version(Field.IMAGE_VERSION);
        return image.or("unknown: " + image.error());
    }

    private static String uuids(List<Gpu> gpus) {
        return String.join(",", gpus.stream().map(Gpu::uuid).sorted().toList());
    }

    private static String part(NodeFacts facts, Reading<String> reading) {
        return reading.value().orElseGet(() -> "unknown at " + facts.collectedAt() + ": " + reading.error());
    }

    public static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
