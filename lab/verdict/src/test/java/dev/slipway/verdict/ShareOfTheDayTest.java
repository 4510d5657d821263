package dev.slipway.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareOfTheDayTest {
    private static final List<Integer> ALL = IntStream.range(0, 23).boxed().toList();

    @Test
    void fiveDaysInARowPlayEachOnce() {
        List<Integer> played = new ArrayList<>();
        for (long day = ShareOfTheDay.day(); day < ShareOfTheDay.day() + 5; day++) {
            assertThat(ShareOfTheDay.share(ALL, day)).hasSizeBetween(4, 5).isSorted();
            played.addAll(ShareOfTheDay.share(ALL, day));
        }

        assertThat(played).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void aTestThatIsShiftedPlaysTomorrowsShare() {
        assertThat(ShareOfTheDay.of(ALL, 1)).isEqualTo(ShareOfTheDay.share(ALL, ShareOfTheDay.day() + 1));
    }

    /** A test that plays nothing cannot fail. */
    @Test
    void aListThatIsShorterThanAShareIsRefused() {
        assertThatThrownBy(() -> ShareOfTheDay.share(List.of(1, 2, 3, 4), 0)).hasMessageContaining("too few");
    }
}
