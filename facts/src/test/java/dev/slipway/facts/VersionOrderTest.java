package dev.slipway.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionOrderTest {

    @ParameterizedTest
    @CsvSource({
        "1.0, 1.0-1, -1",
        "1.0, 1.0-0, 0",
        "1.0~rc1, 1.0, -1",
        "1.0~~, 1.0~, -1",
        "1:1, 2, 1",
        "570.133.20-0ubuntu1, 570.124.06-0ubuntu1, 1",
        "570.133.20-0ubuntu0.24.04.1, 570.133.20-0ubuntu1, -1",
        "2.27.3-1+cuda12.9, 2.27.3-1+cuda12.8, 1",
        "1.0a, 1.0+, -1",
        "1.0, 1.0a, -1",
        "0, 00, 0",
        "1.2.10, 1.2.9, 1",
        "1.0-1~bpo, 1.0-1, -1",
        "1.0-1, 1.0-1ubuntu1, -1",
        "99999999999999999999, 100000000000000000000, -1",
    })
    void ordersDebianVersionsAsDpkgDoes(String a, String b, int order) {
        assertThat(Integer.signum(DebVersion.of(a).compareTo(DebVersion.of(b)))).isEqualTo(order);
        assertThat(Integer.signum(DebVersion.of(b).compareTo(DebVersion.of(a)))).isEqualTo(-order);
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1.0, 0",
        "1.0, 2.0, -1",
        "2.0.1, 2.0, 1",
        "2.0.1a, 2.0.1, 1",
        "5.5p10, 5.5p1, 1",
        "10xyz, 10.1xyz, -1",
        "xyz10, xyz10.1, -1",
        "1.0a, 1.0.1, -1",
        "6.0.rc1, 6.0, 1",
        "1.0~rc1, 1.0, -1",
        "1.0~rc1, 1.0~rc2, -1",
        "1.0~rc1~git, 1.0~rc1, -1",
        "1.0^, 1.0, 1",
        "1.0^git1, 1.0.1, -1",
        "1.0^git1, 1.01, -1",
        "1.0^git1, 1.0^git2, -1",
        "1.0~rc1^git1, 1.0~rc1, 1",
        "2_0, 2.0, 0",
        "a+, a_, 0",
        "00010, 10, 0",
        "3:570.133.20-1.el9, 570.172.08-1.el9, 1",
        "570.133.20-1.el9, 570.124.06-1.el9, 1",
        "1.0-1, 1.0-2, -1",
    })
    void ordersRpmVersionsAsRpmDoes(String a, String b, int order) {
        assertThat(Integer.signum(RpmVersion.of(a).compareTo(RpmVersion.of(b)))).isEqualTo(order);
        assertThat(Integer.signum(RpmVersion.of(b).compareTo(RpmVersion.of(a)))).isEqualTo(-order);
    }

    @Test
    void givesTheUpstreamPart() {
        assertThat(DebVersion.of("1:4.4.1-1").upstream()).isEqualTo("4.4.1");
        assertThat(RpmVersion.of("3:570.133.20-1.el9").upstream()).isEqualTo("570.133.20");
    }

    @Test
    void refusesWhatIsNoVersion() {
        for (String text : new String[] {"", " ", "1 2", "a:1", "1\n"}) {
            assertThatThrownBy(() -> DebVersion.of(text)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> RpmVersion.of(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
