package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Any text is either read or told as a problem with a line; no other error escapes. */
class BrokenFilesTest {
    private static final List<String> PIECES = List.of(
            "\n",
            " ",
            ":",
            "- ",
            "{",
            "}",
            "[",
            "]",
            "&a ",
            "*a",
            "!!int ",
            "\"",
            "\\0",
            "%",
            "---\n",
            "? ",
            "\u0000",
            "é",
            "~",
            "9999999999");

    @Test
    void tellsAProblemForWhateverAFileHolds() throws IOException {
        Random random = new Random(7);
        List<String> texts = List.of(
                text("fleets/rack-a.yaml"),
                text("fleets/rack-b.yaml"),
                text("policies/careful.yaml"),
                text("slipway.yaml"),
                text("known-bad-builds.yaml"));
        for (int i = 0; i < 800; i++) {
            String broken = broken(texts.get(i % texts.size()), random);
            reads(broken, FleetConfig.class);
            reads(broken, PolicyConfig.class);
            reads(broken, SiteConfig.class);
            reads(broken, BaselineConfig.class);
            reads(broken, BuildsConfig.class);
        }
    }

    @Test
    void endsOnAFileThatRefersToItself() {
        reads("name: &a [*a]\nnodes: &b\n  - *b\nssh: &c { user: *c }\n", FleetConfig.class);
        reads("a: ".repeat(100) + "{".repeat(5_000), SiteConfig.class);
    }

    private static <T extends Record> void reads(String text, Class<T> type) {
        Problems problems = new Problems();
        Path file = Path.of("file");
        Optional<T> bound = YamlFile.read(file, text, problems)
                .flatMap(node -> new Binder(file, Path.of(""), problems).bind(node, type));
        assertThat(bound.isEmpty()).as(text).isNotEqualTo(problems.none());
    }

    private static String broken(String text, Random random) {
        StringBuilder broken = new StringBuilder(text);
        IntStream.rangeClosed(0, random.nextInt(4)).forEach(i -> {
            int at = random.nextInt(broken.length());
            if (random.nextBoolean()) {
                broken.insert(at, PIECES.get(random.nextInt(PIECES.size())));
            } else {
                broken.delete(at, Math.min(broken.length() - 1, at + random.nextInt(12)));
            }
        });
        return broken.toString();
    }

    private static String text(String file) throws IOException {
        return Files.readString(ConfigDirectory.EXAMPLES.resolve(file));
    }
}
