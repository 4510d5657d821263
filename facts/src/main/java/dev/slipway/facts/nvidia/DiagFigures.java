package dev.slipway.facts.nvidia;

import dev.slipway.facts.Text;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds figures of {@code dcgmi diag} beside its verdict: the DCGM release that ran, empty if unknown, and the least
 * bandwidth from host to any GPU and back in GB/s, if measured.
 */
public record DiagFigures(String version, OptionalDouble toDevice, OptionalDouble toHost) {
    private static final Pattern VERSION = Pattern.compile(
            "\"version\"\\s*:\\s*\"([0-9]+\\.[0-9]+\\.[0-9]+)\"|\\| DCGM Version\\s+\\| ([0-9]+\\.[0-9]+\\.[0-9]+)\\s");
    private static final Pattern BANDWIDTH = Pattern.compile(
            "(GPU to Host|Host to GPU) bandwidth:(?:\\\\t|\\s){0,8}([0-9]{1,5}(?:\\.[0-9]{1,4})?) GB/s");

    /** Reads JSON or a table. Never throws; a missing figure is empty. */
    public static DiagFigures of(byte[] out) {
        String text = DiagTable.joined(Text.clean(out));
        Matcher version = VERSION.matcher(text);
        String found = "";
        if (version.find()) {
            found = version.group(1) == null ? version.group(2) : version.group(1);
        }
        return new DiagFigures(found, least("Host to GPU", text), least("GPU to Host", text));
    }

    private static OptionalDouble least(String way, String text) {
        return BANDWIDTH
                .matcher(text)
                .results()
                .filter(m -> m.group(1).equals(way))
                .mapToDouble(m -> Double.parseDouble(m.group(2)))
                .min();
    }
}
