package dev.slipway.config;

import dev.slipway.config.keys.Doc;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Allow-lists in the wall-clock time of {@code zone}. */
public record WindowsConfig(
        @Doc("IANA time zone.") ZoneId zone,
        @Doc("Spans in which work may start.") List<Span> allow,
        @Doc("Dates on which none may.") List<LocalDate> blackout) {

    private static final int DAYS_AHEAD = 400;

    /** Returns the first start after {@code at} for work that takes {@code needed}; far off without one. */
    Instant next(Instant at, Duration needed) {
        LocalDate today = at.atZone(zone).toLocalDate();
        Stream<Instant> openings = today.datesUntil(today.plusDays(DAYS_AHEAD))
                .flatMap(day -> allow.stream()
                        .map(span -> day.atTime(span.from()).atZone(zone).toInstant()));
        Stream<Instant> afterBlackouts =
                blackout.stream().map(day -> day.plusDays(1).atStartOfDay(zone).toInstant());
        return Stream.concat(openings, afterBlackouts)
                .filter(opens -> opens.isAfter(at) && fits(opens, needed))
                .min(Comparator.naturalOrder())
                .orElseGet(() -> at.plus(Duration.ofDays(DAYS_AHEAD)));
    }

    /** Work may start at {@code at} if it ends inside one span and touches no blackout date. */
    public boolean fits(Instant at, Duration needed) {
        LocalDate first = at.atZone(zone).toLocalDate();
        LocalDate last = at.plus(needed).atZone(zone).toLocalDate();
        boolean blackedOut = first.datesUntil(last.plusDays(1)).anyMatch(blackout::contains);
        return !blackedOut
                && allow.stream()
                        .anyMatch(span -> span.holds(first, zone, at, needed)
                                || span.holds(first.minusDays(1), zone, at, needed));
    }

    /** Describes a span of the day on some days of the week; one that ends before it starts ends on the next day. */
    public record Span(
            @Doc("Days on which the span starts; all if left out.")
            List<DayOfWeek> days,

            @Doc("Start, wall-clock time.") LocalTime from,
            @Doc("End, wall-clock time.") LocalTime to) {

        /** Says whether the span of {@code day} holds {@code needed} from {@code at} on, clock changes counted. */
        boolean holds(LocalDate day, ZoneId zone, Instant at, Duration needed) {
            Instant opens = day.atTime(from).atZone(zone).toInstant();
            LocalDate lastDay = to.isAfter(from) ? day : day.plusDays(1);
            Instant closes = lastDay.atTime(to).atZone(zone).toInstant();
            return (days.isEmpty() || days.contains(day.getDayOfWeek()))
                    && !at.isBefore(opens)
                    && !at.plus(needed).isAfter(closes);
        }
    }
}
