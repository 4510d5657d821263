package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShortListTest {
    private static final List<String> THREE = List.of("a", "b", "c");

    @Test
    void saysHowManyItLeavesOut() {
        assertThat(ShortList.words(THREE, 2)).isEqualTo("a, b and 1 more");
        assertThat(ShortList.words(THREE, 1, "; ")).isEqualTo("a; and 2 more");
        assertThat(ShortList.of(THREE, 1)).containsExactly("a", "and 2 more");
    }

    @Test
    void addsNothingToAListThatIsWhole() {
        assertThat(ShortList.words(THREE, 3)).isEqualTo("a, b, c");
        assertThat(ShortList.of(THREE, 3)).isEqualTo(THREE);
        assertThat(ShortList.words(List.of(), 3)).isEmpty();
    }
}
