package dev.slipway.starter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A webhook of Alertmanager about one GPU of {@code gpu-node-01}, on the allow-list of the policy. */
public final class FiringAlert {
    private FiringAlert() {}

    /** As dcgm-exporter labels it: it names XID 79. */
    public static String ofXid79() {
        try {
            return Files.readString(Path.of("src/test/resources/alertmanager/webhook-v4-am025-dcgm-xid-firing.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same without the label that names an XID: the node alone decides what is wrong with it. */
    public static String withoutXid() {
        return ofXid79().replace("\"err_code\":\"79\",", "");
    }
}
