package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.services.UnitProperties;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the answer of {@code systemctl show}: each unit, without {@code .service}, and its active state or {@code
 * not-found}.
 */
final class Services {
    private Services() {}

    static Reading<Map<String, String>> parse(Output output) {
        Reading<List<Map<String, String>>> units = UnitProperties.parse(output).whole();
        Map<String, String> services = new LinkedHashMap<>();
        for (Map<String, String> unit : units.or(List.of())) {
            String state = unit.getOrDefault("LoadState", "").equals("not-found")
                    ? "not-found"
                    : unit.getOrDefault("ActiveState", "");
            String id = unit.getOrDefault("Id", "");
            if (id.isEmpty() || state.isEmpty() || services.size() > 1_000) {
                return Reading.unknown("a unit without Id or ActiveState: " + Text.shorten(unit.toString(), 120));
            }
            services.put(id.replaceFirst("\\.service$", ""), state);
        }
        return units.known() && services.isEmpty()
                ? Reading.unknown("no unit in the answer")
                : units.map(read -> services);
    }
}
