package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.parse.ToolParsers;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.facts.FabricState;
import dev.slipway.model.facts.LoadState;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code slipway parse} calls a failure of the fabric or of a driver's load is none that a run calls clean. */
class TroublesTwinsTest {
    /** Lists the failures that name why the driver does not run; the others only repeat that it does not. */
    private static final Set<String> CAUSES = Set.of(
            "wrong-kernel",
            "no-firmware",
            "gsp-init-failed",
            "rm-init-failed",
            "api-mismatch",
            "probe-not-called",
            "unsupported-gpu",
            "legacy-gpu",
            "key-rejected");

    private static final String LOADING = "NVRM: loading NVIDIA UNIX";

    private static List<Path> samples(String tool) throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(TroublesTwinsTest.class.getResource("/fixtures/" + tool))
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> !f.endsWith("SOURCES.md")).sorted().toList();
        }
    }

    static List<Path> fabric() throws IOException, URISyntaxException {
        return samples("fabricmanager");
    }

    static List<Path> kernel() throws IOException, URISyntaxException {
        return samples("kernel-log");
    }

    private static ToolReport<?> parsed(String tool, String text) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.of(0));
    }

    private static List<FabricState.Trouble> fabric(String source, String text) {
        return FabricLog.parse("# source=" + source + "\n" + text).value().orElseThrow();
    }

    private static boolean fails(ToolReport<?> report) {
        return report.verdict().filter(v -> v == ToolVerdict.FAIL).isPresent();
    }

    /** That the service was stopped, a run reads in the state of its unit. */
    @ParameterizedTest
    @MethodSource("fabric")
    void aFailureOfTheFabricManagerIsATrouble(Path sample) throws IOException {
        String text = Files.readString(sample, ISO_8859_1);
        for (String log : Stream.concat(Stream.of(text), text.lines()).toList()) {
            ToolReport<?> report = parsed("fabricmanager", log);
            boolean stopped = report.facts().path("stopped").asBoolean();
            if (fails(report) && !stopped && !report.format().equals("systemctl status")) {
                assertThat(fabric("journal", log)).as(log).isNotEmpty();
                assertThat(fabric("log", log)).as(log).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernel")
    void anErrorOfASwitchIsATrouble(Path sample) throws IOException {
        String text = Files.readString(sample, ISO_8859_1);
        boolean errors = false;
        for (JsonNode event : parsed("kernel-log", text).facts().path("events")) {
            errors |= event.path("kind").asText().equals("sxid");
        }

        if (errors) {
            assertThat(fabric("kernel", text)).isNotEmpty();
        }
    }

    /** What was logged before the last load of the driver belongs to another attempt. */
    @ParameterizedTest
    @MethodSource("kernel")
    void aCauseThatTheDriverDoesNotLoadIsATrouble(Path sample) throws IOException {
        String whole = Files.readString(sample, ISO_8859_1);
        String text = whole.substring(Math.max(0, whole.lastIndexOf(LOADING)));
        boolean causes = false;
        for (JsonNode event : parsed("kernel-log", text).facts().path("events")) {
            String kind = event.path("kind").asText();
            causes |= CAUSES.contains(kind)
                    || (kind.equals("unknown-symbol")
                            && event.path("text").asText().contains("nvidia"));
        }
        List<LoadState.Trouble> troubles =
                LoadTroubles.parse("# source=dmesg\n" + text).value().orElseThrow();

        assertThat(troubles.isEmpty()).isEqualTo(!causes);
    }
}
