package dev.slipway.rules.triage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** G3 and `slipway parse` weigh an XID by the catalogue that the router routes by. */
class XidCatalogueTest {

    @ParameterizedTest
    @ValueSource(ints = {8, 13, 31, 43, 45, 63, 68, 69, 121, 163})
    void whatAProgramCausedOrWhatOnlyInformsDoesNotSpeakAgainstTheNode(int code) {
        assertThat(XidCatalogue.of(code).speaksAgainstTheNode()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {48, 62, 64, 74, 79, 92, 94, 95, 119, 136, 154, 9999})
    void whatAsksForTheGpuOrIsNotListedSpeaksAgainstTheNode(int code) {
        assertThat(XidCatalogue.of(code).speaksAgainstTheNode()).isTrue();
    }
}
