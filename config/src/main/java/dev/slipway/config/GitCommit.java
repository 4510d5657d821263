package dev.slipway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Finds the commit in which a file was last changed. */
final class GitCommit {
    static final String UNCOMMITTED = "uncommitted";

    private GitCommit() {}

    /** Returns the commit id, {@code +edited} if the file changed since; {@link #UNCOMMITTED} without git. */
    static String of(Path file) {
        String commit = git(
                file,
                List.of("log", "-1", "--format=%H", "--", file.toAbsolutePath().toString()));
        if (!commit.matches("[0-9a-f]{40,64}")) {
            return UNCOMMITTED;
        }
        boolean clean = git(
                        file,
                        List.of(
                                "status",
                                "--porcelain",
                                "--",
                                file.toAbsolutePath().toString()))
                .isEmpty();
        return clean ? commit : commit + "+edited";
    }

    private static String git(Path file, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                "git",
                "-C",
                file.toAbsolutePath().resolveSibling(".").normalize().toString()));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0 ? answer : UNCOMMITTED;
        } catch (IOException e) {
            // No git on this machine: the commit is only a record of origin.
            return UNCOMMITTED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNCOMMITTED;
        }
    }
}
