package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DiagnosedTest {
    private static final Route GO = Route.perform("CONVERGE", "", "");

    private static Difference driver(Field field, String found) {
        return new Difference(field.key(), found, "570.133.20", true);
    }

    @Test
    void saysTheDriverOnceWhereItIsTheSameWrongOneEverywhere() {
        Diagnosed row = new Diagnosed(
                "D17",
                "config drift",
                GO,
                List.of(
                        driver(Field.DRIVER_VERSION, "570.124.06"),
                        driver(Field.DRIVER_RESIDENT, "570.124.06"),
                        driver(Field.DRIVER_ON_DISK, "570.158.01")));

        assertThat(row.summary())
                .isEqualTo("driverVersion 570.124.06 → want 570.133.20; driverOnDisk 570.158.01 → want 570.133.20");
    }

    @Test
    void showsTheFirstFourAndCountsTheRest() {
        List<Difference> many = Stream.concat(
                        Stream.of(driver(Field.DRIVER_VERSION, "570.124.06")),
                        IntStream.range(0, 9).mapToObj(i -> new Difference("package-" + i, "1", "2", true)))
                .toList();

        assertThat(new Diagnosed("D17", "config drift", GO, many).summary())
                .endsWith("package-2 1 → want 2; and 6 more");
    }

    @Test
    void saysWhatIsSeenBesidesAndReadsWhatWasKeptBeforeItWas() {
        Diagnosed clean = new Diagnosed("D0", "clean", GO, List.of());
        assertThat(clean.beside(List.of("R12 stale")).summary()).isEqualTo("clean; besides, R12 stale");
        assertThat(clean.beside(List.of("R12 stale")).sentence("")).isEqualTo("besides, R12 stale");
        assertThat(clean.sentence("")).isEmpty();
    }

    @Test
    void saysTheTitleWhereNothingDiffers() {
        assertThat(new Diagnosed("D0", "every pinned field equals the baseline", GO, List.of()).summary())
                .isEqualTo("every pinned field equals the baseline");
    }
}
