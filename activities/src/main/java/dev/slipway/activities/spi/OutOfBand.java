package dev.slipway.activities.spi;

import java.util.List;

/** Reports on the way to a node that does not lead through it: what forbids to reboot it, and what is only noted. */
public record OutOfBand(List<String> objections, List<String> remarks) {

    /** Returns a report without findings. */
    public static OutOfBand nothing() {
        return new OutOfBand(List.of(), List.of());
    }

    /** Nothing forbids it, and this is noted. */
    public static OutOfBand remark(String text) {
        return new OutOfBand(List.of(), List.of(text));
    }
}
