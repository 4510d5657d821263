package dev.slipway.model.facts;

import java.util.List;

/**
 * Holds the CDI specifications, from which container runtimes know which files of the driver a container gets, and what
 * on the node can write one: {@code tool} is nvidia-ctk, {@code unit} the toolkit's own refresh unit.
 */
public record CdiSpecs(List<Spec> specs, boolean tool, boolean unit) {
    private static final List<String> RUNTIME = List.of("/var/run/cdi/", "/run/cdi/");
    private static final List<String> PLAIN = List.of("nvidia.yaml", "nvidia.yml", "nvidia.json");
    private static final String OF_GPUS = "nvidia.com/gpu";

    /** Describes one specification: its kind, empty if it names none, and the driver versions of its libraries. */
    public record Spec(String path, String kind, List<String> versions) {

        /** Returns whether it names libraries of another driver than {@code driver}. */
        public boolean stale(String driver) {
            return versions.stream().anyMatch(version -> !version.equals(driver));
        }

        private boolean ofThisBoot() {
            return RUNTIME.stream().anyMatch(path::startsWith);
        }

        private boolean plain() {
            return kind.equals(OF_GPUS) && PLAIN.contains(path.substring(path.lastIndexOf('/') + 1));
        }

        @Override
        public String toString() {
            return path + " names driver " + String.join(", ", versions);
        }
    }

    /** Lists who rewrites a specification. */
    public enum Writer {
        /** nvidia-ctk on the node. */
        TOOL,
        /** The refresh unit on the node. */
        UNIT,
        /** The operator's toolkit or device plugin writes it when its pod starts; we never do. */
        OPERATOR,
        /** Somebody else writes it, by hand or by a tool that we do not know; we never do. */
        NOBODY_WE_KNOW
    }

    /** Returns who rewrites {@code spec}. The node's own tools write only plain ones of NVIDIA's GPUs. */
    public Writer writer(Spec spec) {
        if (spec.plain() && spec.ofThisBoot() && unit) {
            return Writer.UNIT;
        } else if (spec.plain() && tool) {
            return Writer.TOOL;
        }
        return spec.ofThisBoot() ? Writer.OPERATOR : Writer.NOBODY_WE_KNOW;
    }

    /** Returns those that name libraries of another driver than {@code driver}. */
    public List<Spec> stale(String driver) {
        return specs.stream().filter(spec -> spec.stale(driver)).toList();
    }

    /** Returns those of these that the node's own tools write. */
    public List<Spec> ours(String driver) {
        return stale(driver).stream()
                .filter(spec -> writer(spec) == Writer.TOOL || writer(spec) == Writer.UNIT)
                .toList();
    }

    /** Returns one line for each of these that others write, with the writer. */
    public List<String> others(String driver) {
        return stale(driver).stream()
                .filter(spec -> !ours(driver).contains(spec))
                .map(spec -> spec
                        + (writer(spec) == Writer.OPERATOR
                                ? "; it is the operator's, whose pod writes it again when it starts"
                                : "; no tool of this node writes it, so that a person must"))
                .toList();
    }
}
