package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Difference;
import java.util.List;
import org.junit.jupiter.api.Test;

class DcgmTargetTest {
    private static final RuntimeSettings POWER_ONLY = new RuntimeSettings("", "", "700", "", "", "");

    @Test
    void aTargetThatTheGpusDoNotHaveIsADifference() {
        List<DcgmTarget> targets = List.of(
                new DcgmTarget(0, "Power Limit", "600", "700"),
                new DcgmTarget(1, "Power Limit", "600", "700"),
                new DcgmTarget(2, "Power Limit", "700", "700"));

        assertThat(DcgmTarget.differences(targets, POWER_ONLY))
                .extracting(Difference::toString)
                .containsExactly("dcgmTarget Power Limit 600 (now 700) on GPU 0, 1 → want none other");
    }

    @Test
    void withoutATargetThereIsNothingToCompare() {
        assertThat(DcgmTarget.differences(
                        List.of(new DcgmTarget(0, "Power Limit", "Not Specified", "700")), POWER_ONLY))
                .isEmpty();
    }

    @Test
    void aSettingThatTheBaselineLeavesOpenIsNotCompared() {
        List<DcgmTarget> others = List.of(
                new DcgmTarget(0, "Compute Mode", "Prohibited", "Unrestricted"),
                new DcgmTarget(0, "ECC Mode", "Disabled", "Enabled"),
                new DcgmTarget(0, "SM Application Clock", "1980", "1410"),
                new DcgmTarget(0, "Memory Application Clock", "1593", "1215"),
                new DcgmTarget(0, "Sync Boost", "Enabled", "Disabled"));

        assertThat(DcgmTarget.differences(others, POWER_ONLY)).isEmpty();
        assertThat(DcgmTarget.differences(others, new RuntimeSettings("", "Default", "", "1593,1980", "Enabled", "")))
                .hasSize(4);
    }
}
