package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NotificationStateTest {

    /** The words of the table below the heading, in its order. */
    private static List<String> documented() throws IOException {
        return Files.readString(Path.of("../docs/operate.md"))
                .lines()
                .dropWhile(line -> !line.equals("## Who is notified"))
                .dropWhile(line -> !line.startsWith("|"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("`", 3)[1])
                .toList();
    }

    @Test
    void theDocumentListsWhatPeopleAreNotifiedOf() throws IOException {
        assertThat(documented())
                .containsExactlyElementsOf(Arrays.stream(NotificationState.values())
                        .map(NotificationState::word)
                        .toList());
    }
}
