package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the examples, in which a test breaks one thing. */
record ConfigDirectory(Path at) {
    static final Path EXAMPLES = Path.of("").toAbsolutePath();

    static ConfigDirectory copiedTo(Path at) throws IOException {
        Files.copy(EXAMPLES.resolve("slipway.yaml"), at.resolve("slipway.yaml"));
        Files.copy(EXAMPLES.resolve("known-bad-builds.yaml"), at.resolve("known-bad-builds.yaml"));
        for (String folder : List.of("fleets", "baselines", "policies")) {
            Files.createDirectory(at.resolve(folder));
            try (Stream<Path> files = Files.list(EXAMPLES.resolve(folder))) {
                for (Path file : files.toList()) {
                    Files.copy(file, at.resolve(folder).resolve(file.getFileName()));
                }
            }
        }
        return new ConfigDirectory(at);
    }

    ConfigDirectory change(String file, String from, String to) throws IOException {
        String text = Files.readString(at.resolve(file));
        assertThat(text).contains(from);
        return write(file, text.replace(from, to));
    }

    ConfigDirectory write(String file, String text) throws IOException {
        Files.writeString(at.resolve(file), text);
        return this;
    }

    /** The problems, each as a person reads it, with file names relative to the directory. */
    List<String> problems() {
        ConfigProblems problems = catchThrowableOfType(ConfigProblems.class, () -> Config.load(at));
        assertThat(problems).as("the configuration was accepted").isNotNull();
        return problems.problems().stream()
                .map(p -> p.toString().replace(at + "/", ""))
                .toList();
    }
}
