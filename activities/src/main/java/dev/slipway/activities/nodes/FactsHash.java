package dev.slipway.activities.nodes;

import dev.slipway.model.Boot;
import dev.slipway.model.Field;
import dev.slipway.model.Gpu;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What a verification stands on, as one hash: driver, image, kernel and the set of GPUs. */
final class FactsHash {
    private static final List<Field> FIELDS = List.of(
            Field.DRIVER_VERSION,
            Field.DRIVER_RESIDENT,
            Field.DRIVER_ON_DISK,
            Field.DRIVER_USERSPACE,
            Field.IMAGE_VERSION,
            Field.FABRIC_MANAGER);

    private FactsHash() {}

    static String of(NodeFacts facts) {
        List<String> lines = new ArrayList<>();
        FIELDS.forEach(field -> lines.add(field.key() + "=" + text(facts.version(field))));
        lines.add("kernel=" + text(facts.boot().map(Boot::kernel)));
        lines.add("gpus="
                + text(facts.hardware()
                        .gpus()
                        .map(gpus -> String.join(
                                ",", gpus.stream().map(Gpu::uuid).sorted().toList()))));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** An unknown differs from every value, and its reason does not count: it may name a time or a process. */
    private static String text(Reading<String> reading) {
        return reading.map(value -> "known:" + value).or("unknown");
    }
}
