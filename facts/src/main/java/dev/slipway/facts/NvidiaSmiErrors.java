package dev.slipway.facts;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ways in which nvidia-smi says that it cannot answer, often on stdout and some with exit status 0. */
public final class NvidiaSmiErrors {
    private static final Pattern LIBRARY = Pattern.compile("NVML library version: ([0-9.]+)");
    private static final List<Known> KNOWN = known();

    /** Words of an error and what they mean; {@code sign} is in every text that has them, and is quickly looked for. */
    private record Known(String sign, Pattern words, String reason) {}

    private NvidiaSmiErrors() {}

    /** The reason why this text is no full answer, in one line; empty when it shows none. */
    public static Optional<String> reason(String text) {
        for (Known known : KNOWN) {
            if (!text.contains(known.sign())) {
                continue;
            }
            Matcher matcher = known.words().matcher(text);
            if (matcher.find()) {
                String detail = matcher.groupCount() > 0 ? Text.shorten(matcher.group(1), 80) : "";
                return Optional.of(known.reason().replace("%", detail) + library(text));
            }
        }
        return Optional.empty();
    }

    private static String library(String text) {
        return Text.first(LIBRARY, text).map(v -> " (library " + v + ")").orElse("");
    }

    private static List<Known> known() {
        return List.of(
                of("Driver/library version mismatch", "", "driver/library version mismatch"),
                of("No devices were found", "", "the driver finds no GPU"),
                of("communicate with the NVIDIA driver", "", "nvidia-smi cannot reach the driver"),
                of("device handle for GPU", " ?([0-9A-Fa-f:.]+): GPU is lost", "GPU % is lost"),
                of("device handle for GPU", " ?([^\\n]{1,80})", "no handle for GPU %"),
                of("Failed to initialize NVML: ", "([^\\n]+)", "NVML does not start: %"),
                of("NVIDIA-SMI has failed", "([^\\n]*)", "nvidia-smi has failed%"),
                of("GPU requires reset", "", "a GPU requires a reset"),
                of("GPU is lost", "", "a GPU is lost"),
                of("[Unknown Error]", "", "a GPU answers with an unknown error"),
                of("ERR!", "", "a reading is ERR!"));
    }

    private static Known of(String sign, String more, String reason) {
        return new Known(sign, Pattern.compile(Pattern.quote(sign) + more), reason);
    }
}
