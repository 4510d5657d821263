package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** Monday to Thursday 22:00 to 06:00, and Saturday 12:00 to 14:00; not on 24 December 2026. */
    private final WindowsConfig windows = new WindowsConfig(
            BERLIN,
            List.of(
                    new WindowsConfig.Span(
                            List.of(DayOfWeek.MONDAY, DayOfWeek.TUESDAY, DayOfWeek.WEDNESDAY, DayOfWeek.THURSDAY),
                            LocalTime.of(22, 0),
                            LocalTime.of(6, 0)),
                    new WindowsConfig.Span(List.of(DayOfWeek.SATURDAY), LocalTime.of(12, 0), LocalTime.of(14, 0))),
            List.of(LocalDate.of(2026, 12, 24)));

    @Test
    void opensOnTheDaysItNames() {
        assertThat(fits("2026-11-23T22:00", 45)).isTrue();
        assertThat(fits("2026-11-23T21:59", 45)).isFalse();
        assertThat(fits("2026-11-20T22:00", 45)).as("a Friday").isFalse();
        assertThat(fits("2026-11-28T12:30", 45)).as("a Saturday").isTrue();
    }

    @Test
    void reachesOverMidnightIntoTheNextDay() {
        assertThat(fits("2026-11-27T03:00", 45)).as("Thursday's night").isTrue();
        assertThat(fits("2026-11-23T03:00", 45)).as("Sunday's night").isFalse();
    }

    @Test
    void startsOnlyWhatEndsBeforeItCloses() {
        assertThat(fits("2026-11-24T05:15", 45)).isTrue();
        assertThat(fits("2026-11-24T05:16", 45)).isFalse();
        assertThat(fits("2026-11-28T13:00", 61)).isFalse();
    }

    @Test
    void startsNothingThatTouchesABlackoutDate() {
        assertThat(fits("2026-12-23T23:00", 45)).isTrue();
        assertThat(fits("2026-12-23T23:30", 45)).isFalse();
        assertThat(fits("2026-12-24T23:00", 45)).isFalse();
    }

    /** I17: a rollout waits until then. */
    @Test
    void i17_saysWhenItOpensNext() {
        assertThat(next("2026-11-23T21:59")).isEqualTo("2026-11-23T22:00");
        assertThat(next("2026-11-27T12:00")).as("Friday noon").isEqualTo("2026-11-28T12:00");
        assertThat(next("2026-12-23T23:30")).as("after the blackout date").isEqualTo("2026-12-25T00:00");
    }

    private String next(String at) {
        return windows.next(LocalDateTime.parse(at).atZone(BERLIN).toInstant(), Duration.ofMinutes(45))
                .atZone(BERLIN)
                .toLocalDateTime()
                .toString();
    }

    @Test
    void losesTheHourThatTheClockSkips() {
        WindowsConfig night = new WindowsConfig(
                BERLIN, List.of(new WindowsConfig.Span(List.of(), LocalTime.of(1, 0), LocalTime.of(4, 0))), List.of());
        LocalDateTime ordinary = LocalDateTime.parse("2026-03-28T01:00");
        LocalDateTime changes = LocalDateTime.parse("2026-03-29T01:00");
        assertThat(night.fits(ordinary.atZone(BERLIN).toInstant(), Duration.ofHours(3)))
                .isTrue();
        assertThat(night.fits(changes.atZone(BERLIN).toInstant(), Duration.ofHours(3)))
                .isFalse();
        assertThat(night.fits(changes.atZone(BERLIN).toInstant(), Duration.ofHours(2)))
                .isTrue();
    }

    private boolean fits(String local, int minutes) {
        return windows.fits(LocalDateTime.parse(local).atZone(BERLIN).toInstant(), Duration.ofMinutes(minutes));
    }
}
