package dev.slipway.facts.view;

import dev.slipway.model.Baseline;
import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares two nodes, two moments, or a node and a baseline, field by field. A field that could not be read on either
 * side has its own line, and never counts as equal. {@code leftOut} are fields that must differ here.
 */
public record Comparison(String relation, List<Line> lines, List<String> leftOut) {
    /** Describes one field: its value, the other side's value, and why it could not be compared, blank if it was. */
    public record Line(String field, String have, String want, String unknown) {
        static Line of(Difference difference) {
            return difference.unread()
                    ? new Line(difference.field(), "", difference.wanted(), difference.reason())
                    : new Line(difference.field(), difference.found(), difference.wanted(), "");
        }
    }

    /** Nothing differs and nothing was unreadable. */
    public boolean same() {
        return lines.isEmpty();
    }

    /** Returns a node beside its baseline: its hardware as profiled, and all that the decision tables compare. */
    public static Comparison of(NodeFacts facts, Baseline goal) {
        List<Line> lines = new ArrayList<>();
        profile(facts, goal.profile(), lines);
        Differences.of(facts, goal).all().forEach(d -> lines.add(Line.of(d)));
        return new Comparison("beside the baseline " + goal.id(), List.copyOf(lines), List.of());
    }

    private static void profile(NodeFacts facts, Baseline.Profile profile, List<Line> lines) {
        NodeFacts.Hardware hardware = facts.hardware();
        String gpus = Integer.toString(profile.expectedGpus());
        wanted("gpusOnBus", hardware.gpusOnBus().map(String::valueOf), gpus, lines);
        wanted("gpusAnswering", hardware.gpus().map(g -> "" + g.size()), gpus, lines);
        Reading<String> models = hardware.gpus()
                .map(g -> String.join(
                        " | ",
                        g.stream().map(gpu -> gpu.name()).distinct().sorted().toList()));
        wanted("gpuModel", models, profile.gpuModel(), lines);
        if (profile.nvlinksPerGpu() > 0) {
            Reading<String> links = hardware.fabric().map(f -> "" + f.linksActive());
            wanted("nvlinksPerGpu", links, Integer.toString(profile.nvlinksPerGpu()), lines);
        }
    }

    private static void wanted(String field, Reading<String> is, String want, List<Line> lines) {
        if (!is.known()) {
            lines.add(new Line(field, "", want, is.error()));
        } else if (!is.or("").equals(want)) {
            lines.add(new Line(field, is.or(""), want, ""));
        }
    }

    /** Compares two readings: of one machine at two times, or of two machines. */
    public static Comparison of(NodeFacts have, NodeFacts want) {
        return new SideBySide(have, want).comparison();
    }
}
