package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The situations of {@link DrainOracleIT} as such, which needs no server. */
class SituationTest {

    @Test
    void explainsEachDeliberateDifferenceToKubectlInTheDecisionAndNoOther() throws IOException {
        List<String> explained = Files.readAllLines(Path.of("../docs/decisions/0006-drain-and-kubectl.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("`", 3)[1])
                .toList();

        assertThat(Situation.all().stream().filter(Situation::differs).map(Situation::id))
                .containsExactlyInAnyOrderElementsOf(explained);
    }

    @Test
    void hasTwentyFiveSituationsAndMoreEachUnderItsOwnName() {
        List<String> ids = Situation.all().stream().map(Situation::id).toList();

        assertThat(ids).hasSizeGreaterThanOrEqualTo(25).doesNotHaveDuplicates();
    }
}
