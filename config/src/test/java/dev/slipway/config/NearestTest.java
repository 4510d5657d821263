package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    @Test
    void countsChangedLetters() {
        assertThat(Nearest.distance("soak", "soak")).isZero();
        assertThat(Nearest.distance("soak", "soack")).isEqualTo(1);
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    }

    @Test
    void listsWhatIsKnownWhenNothingIsNear() {
        assertThat(Nearest.next("zzzzzzzz", List.of("soak", "waves"))).isEqualTo("Known: soak, waves.");
        assertThat(Nearest.next("x", List.of())).isEqualTo("None is defined; add one.");
    }

    @Test
    void findsTheKeyWhateverItsCase() {
        assertThat(Nearest.to("MAXUNAVAILABLE", List.of("maxUnavailable", "means")))
                .contains("maxUnavailable");
    }
}
