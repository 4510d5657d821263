package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code lab/standalone} shows of two runbooks in half an hour each, as far as documents go. */
class StandaloneRunbooksTest {
    /** None where the runbook is not there: then it is what {@code lab/standalone} does. */
    private static List<Path> files(String slug) throws IOException, InterruptedException {
        Process list = new ProcessBuilder(
                        DocumentedCommandsTest.ROOT.resolve("lab/standalone").toString(), "--files", slug)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<Path> files = list.inputReader()
                .lines()
                .map(DocumentedCommandsTest.ROOT::resolve)
                .toList();
        assertThat(list.waitFor()).isEqualTo(files.isEmpty() ? 64 : 0);
        return files;
    }

    @ParameterizedTest
    @ValueSource(strings = {"persistence", "kernel-gpu-missing"})
    void noOtherDocumentNamesATestThatGoesWithTheRunbook(String slug) throws IOException, InterruptedException {
        List<Path> files = files(slug);
        List<Pattern> tests = files.stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.matches(".*(Test|IT)\\.java"))
                .map(name -> Pattern.compile("\\b" + name.replace(".java", "") + "\\b"))
                .toList();
        for (Path document : DocumentedCommandsTest.documents()) {
            String text = files.contains(document) ? "" : Files.readString(document);
            assertThat(tests)
                    .as(document.toString())
                    .noneMatch(test -> test.matcher(text).find());
        }
    }
}
