package dev.slipway.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuarantineTest {
    @Test
    void theListOfThisRepositoryIsOne() throws Exception {
        Path list = Path.of(System.getProperty("basedir", ".")).resolve("../quarantine");

        assertThat(Quarantine.of(Files.readAllLines(list)).causes().size()).isLessThanOrEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.slipway.ATest.a",
                "dev.slipway.ATest.a 2026-11-25",
                "dev.slipway.ATest.a yesterday it failed",
                "dev.slipway.frame.ObserverTest.a 2026-11-25 slow",
                "dev.slipway.activities.safety.FenceTest.a 2026-11-25 slow",
                "dev.slipway.demo.ReadmissionFleetTest.a 2026-11-25 slow",
                "dev.slipway.nodes.MarkedNodesTest$Late.aReadmissionIsKnown 2026-11-25 slow",
                "dev.slipway.nodes.MarkedNodesTest.doneWhenItWasReadmitted 2026-11-25 slow",
                "dev.slipway.demo.UnheardAnswerTest.i9_notTwice 2026-11-25 slow"
            })
    void whatIsNoEntryOrMayNotBeOneIsRefused(String line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quarantine.of(List.of(line)))
                .withMessageStartingWith("quarantine: ")
                .withMessageContaining(line);
    }

    @Test
    void theSixthIsRefused() {
        List<String> six = IntStream.range(0, 6)
                .mapToObj(n -> "dev.slipway.ATest.a" + n + " 2026-11-25 slow")
                .toList();

        assertThat(Quarantine.of(six.subList(0, 5)).causes()).hasSize(5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quarantine.of(six))
                .withMessageContaining("at most 5");
        assertThat(Quarantine.of(Collections.emptyList()).causes()).isEmpty();
    }
}
