package dev.slipway.facts;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ways in which nvidia-smi says that it cannot answer, often on stdout and some with exit status 0. */
public final class NvidiaSmiErrors {
    private static final Pattern LIBRARY = Pattern.compile("NVML library version: ([0-9.]+)");
    private static final Map<Pattern, String> KNOWN = known();

    private NvidiaSmiErrors() {}

    /** The reason why this text is no full answer, in one line; empty when it shows none. */
    public static Optional<String> reason(String text) {
        for (Map.Entry<Pattern, String> known : KNOWN.entrySet()) {
            Matcher matcher = known.getKey().matcher(text);
            if (matcher.find()) {
                String detail = matcher.groupCount() > 0 ? Text.shorten(matcher.group(1), 80) : "";
                return Optional.of(known.getValue().replace("%", detail) + library(text));
            }
        }
        return Optional.empty();
    }

    private static String library(String text) {
        return Text.first(LIBRARY, text).map(v -> " (library " + v + ")").orElse("");
    }

    private static Map<Pattern, String> known() {
        Map<Pattern, String> known = new LinkedHashMap<>();
        known.put(Pattern.compile("Driver/library version mismatch"), "driver/library version mismatch");
        known.put(Pattern.compile("No devices were found"), "the driver finds no GPU");
        known.put(
                Pattern.compile("(?i)couldn't communicate with the NVIDIA driver"),
                "nvidia-smi cannot reach the driver");
        known.put(Pattern.compile("device handle for GPU ?([0-9A-Fa-f:.]+): GPU is lost"), "GPU % is lost");
        known.put(Pattern.compile("device handle for GPU ?([^\\n]{1,80})"), "no handle for GPU %");
        known.put(Pattern.compile("Failed to initialize NVML: ([^\\n]+)"), "NVML does not start: %");
        known.put(Pattern.compile("NVIDIA-SMI has failed([^\\n]*)"), "nvidia-smi has failed%");
        known.put(Pattern.compile("\\[?GPU requires reset]?"), "a GPU requires a reset");
        known.put(Pattern.compile("\\[?GPU is lost]?"), "a GPU is lost");
        known.put(Pattern.compile("\\[Unknown Error]"), "a GPU answers with an unknown error");
        known.put(Pattern.compile("ERR!"), "a reading is ERR!");
        return known;
    }
}
