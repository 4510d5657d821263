package dev.slipway.activities.bmc;

import dev.slipway.facts.probe.Section;
import dev.slipway.model.node.NodeRef;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Reads the event logs of BMCs as sections of evidence: through the BMC itself, so that a dead node has one too. */
public record BmcLog(BmcDirectory directory) {
    private static final int LINES = 500;

    /**
     * Safe to repeat: reads only. If it cannot be read, the section holds the reason; empty for a node without a BMC.
     */
    public Optional<Section> of(NodeRef node) {
        return directory.of(node).map(BmcLog::read);
    }

    private static Section read(BmcDirectory.Entry entry) {
        try (Bmc bmc = entry.way().get()) {
            List<String> events = bmc.events(LINES);
            String cut = events.size() < LINES ? "" : "\n# the newest " + LINES + " events; older ones are on the BMC";
            return section(0, "# " + bmc.where() + cut + "\n" + String.join("\n", events) + "\n");
        } catch (BmcFailure failure) {
            return section(1, failure.whole() + "\n");
        }
    }

    private static Section section(int exit, String text) {
        return new Section(exit, text.getBytes(StandardCharsets.UTF_8));
    }
}
