package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answer of {@code systemctl show}: each unit, without {@code .service}, and its active state or {@code not-found}. */
final class Services {
    private Services() {}

    static Reading<Map<String, String>> parse(String text) {
        Map<String, String> services = new LinkedHashMap<>();
        for (String block : (text + "\n").split("\\n\\s*\\n")) {
            Map<String, String> unit = properties(block);
            if (unit.isEmpty()) {
                continue;
            }
            String state = unit.getOrDefault("LoadState", "").equals("not-found")
                    ? "not-found"
                    : unit.getOrDefault("ActiveState", "");
            String id = unit.getOrDefault("Id", "");
            if (id.isEmpty() || state.isEmpty() || services.size() > 1_000) {
                return Reading.unknown("a unit without Id or ActiveState: " + Text.shorten(block, 120));
            }
            services.put(id.replaceFirst("\\.service$", ""), state);
        }
        return services.isEmpty() ? Reading.unknown("no unit in the answer") : Reading.of(services);
    }

    private static Map<String, String> properties(String block) {
        Map<String, String> unit = new HashMap<>();
        for (String line : Text.lines(block)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                unit.putIfAbsent(
                        line.substring(0, equals).strip(),
                        line.substring(equals + 1).strip());
            }
        }
        return unit;
    }
}
