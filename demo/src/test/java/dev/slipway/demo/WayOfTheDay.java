package dev.slipway.demo;

import dev.slipway.verdict.ShareOfTheDay;
import java.util.List;

/**
 * Chooses the ways that a proof goes whose run on an emulated machine takes minutes: the one that
 * {@code -Dslipway.way} names, else that of the day; with {@code lab/prove NAME --all} each of them. A proof that is
 * run every other day goes another way each time.
 */
final class WayOfTheDay {
    private WayOfTheDay() {}

    static <W extends Enum<W>> List<W> of(Class<W> type) {
        List<W> ways = List.of(type.getEnumConstants());
        if (Boolean.getBoolean("slipway.prove.all")) {
            return ways;
        }
        String ofTheDay =
                ways.get(Math.floorMod(ShareOfTheDay.day() / 2, ways.size())).name();
        return List.of(Enum.valueOf(type, System.getProperty("slipway.way", ofTheDay)));
    }
}
