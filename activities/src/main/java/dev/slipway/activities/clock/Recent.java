package dev.slipway.activities.clock;

import io.temporal.activity.ActivityInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds something about each of the activities that ran last, in this worker's memory only. Safe for many activities at
 * once.
 */
final class Recent<V> {
    private static final int REMEMBERED = 5_000;

    private final Map<String, V> kept = new LinkedHashMap<>();

    synchronized Optional<V> of(ActivityInfo activity) {
        return Optional.ofNullable(kept.get(key(activity)));
    }

    synchronized void put(ActivityInfo activity, V value) {
        kept.put(key(activity), value);
        if (kept.size() > REMEMBERED) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    private static String key(ActivityInfo activity) {
        return activity.getWorkflowRunId() + "/" + activity.getActivityId();
    }
}
