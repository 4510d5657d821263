package dev.slipway.activities.ansible;

import dev.slipway.config.PlaybookVariables;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Describes the site's playbook and how it is run: {@code command} is a program's name or path, {@code runs} the
 * directory that every worker of the nodes sees, {@code within} the longest time of a play. {@code variables} are those
 * of the site.
 */
public record Playbook(Path file, String command, Path runs, Duration within, PlaybookVariables variables) {

    /** Returns the program as a file, searched as a shell would; empty if it is not installed. */
    Optional<Path> program() {
        if (command.contains("/")) {
            return Optional.of(Path.of(command)).filter(Files::isExecutable);
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns why no play can begin here, and what to do; empty if one can. */
    Optional<String> missing() {
        if (program().isEmpty()) {
            return Optional.of(command + " is not installed beside this worker: install ansible-core there, or correct"
                    + " `ansible.command` in slipway.yaml");
        }
        return Files.isReadable(file)
                ? Optional.empty()
                : Optional.of("The playbook " + file
                        + " cannot be read: put it there, or correct `ansible.playbook` in slipway.yaml");
    }

    /** Returns the directory that roles and a site's ansible.cfg are looked for in. */
    Path directory() {
        return Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
    }
}
