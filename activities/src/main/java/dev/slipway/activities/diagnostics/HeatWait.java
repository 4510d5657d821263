package dev.slipway.activities.diagnostics;

import dev.slipway.activities.guard.Heat;
import dev.slipway.activities.guard.Waiting;
import dev.slipway.activities.ssh.Pace;
import dev.slipway.activities.ssh.Pulse;
import dev.slipway.model.Act;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Waits for the end of a freeze for heat, and shows it, for as long as one activity should. */
public record HeatWait(Heat heat, Waiting waiting, InstantSource clock) {
    /** Less than the workflow gives an attempt; it asks again. */
    private static final Duration LONGEST = Duration.ofMinutes(45);

    /** Empty when nothing is suspended any more, else why it still is. */
    String over(Act act, Pulse pulse, Pace pace) {
        Instant end = clock.instant().plus(LONGEST);
        while (true) {
            Optional<String> why = heat.suspended(act.fleet());
            if (why.isEmpty() || !clock.instant().isBefore(end)) {
                return why.orElse("");
            }
            waiting.waits(act, why.get());
            pulse.pause(pace.longest(), why.get());
        }
    }
}
