package dev.slipway.simulator.tools;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds the framed answer of the probe: a head line with name, exit status and length, then exactly those bytes. */
final class Frames {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void add(String name, Answer answer) {
        byte[] body = answer.both();
        line("@@ " + name + " " + answer.exit() + " " + body.length);
        out.writeBytes(body);
        out.write('\n');
    }

    Answer end() {
        line("@@ end 0 0");
        return Answer.of(out.toByteArray());
    }

    private void line(String text) {
        out.writeBytes((text + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
