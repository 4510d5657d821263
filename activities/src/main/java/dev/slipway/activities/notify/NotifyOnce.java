package dev.slipway.activities.notify;

import dev.slipway.model.Act;
import dev.slipway.port.Notifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Tells every channel, each once a text and act: what one heard is remembered before the next is tried. */
public final class NotifyOnce implements Notifier {
    private final List<Channel> channels;
    private final Told told;

    public NotifyOnce(List<Channel> channels, Told told) {
        this.channels = List.copyOf(channels);
        this.told = told;
    }

    @Override
    public void tell(Act act, String text) {
        String key = key(act, text);
        for (int i = 0; i < channels.size(); i++) {
            String heard = key + "-" + i;
            if (!told.told(heard)) {
                channels.get(i).send(act, text, key);
                told.tell(heard);
            }
        }
    }

    private static String key(Act act, String text) {
        String what = String.join("\n", act.node().toString(), act.token(), act.directory(), text);
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(what.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
