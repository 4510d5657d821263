package dev.slipway.model;

import java.util.List;

/**
 * The CDI specifications that tell container runtimes which files of the driver a container gets, and what on the node
 * can write one: {@code tool} is nvidia-ctk, {@code unit} the toolkit's own refresh unit.
 */
public record CdiSpecs(List<Spec> specs, boolean tool, boolean unit) {
    private static final List<String> RUNTIME = List.of("/var/run/cdi/", "/run/cdi/");
    private static final List<String> PLAIN = List.of("nvidia.yaml", "nvidia.yml", "nvidia.json");
    private static final String OF_GPUS = "nvidia.com/gpu";

    /** One specification: its kind, empty where it names none, and the driver versions that its libraries bear. */
    public record Spec(String path, String kind, List<String> versions) {

        /** Whether it names libraries of another driver than {@code driver}. */
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

    /** Who writes a specification anew. */
    public enum Writer {
        /** nvidia-ctk on the node. */
        TOOL,
        /** The refresh unit on the node. */
        UNIT,
        /** The operator's toolkit or device plugin, when its pod starts; never we. */
        OPERATOR,
        /** Somebody else, by hand or by a tool that we do not know; never we. */
        NOBODY_WE_KNOW
    }

    /** Who writes {@code spec} anew. Only a plain one of NVIDIA's GPUs is what the node's own tools would write. */
    public Writer writer(Spec spec) {
        if (spec.plain() && spec.ofThisBoot() && unit) {
            return Writer.UNIT;
        } else if (spec.plain() && tool) {
            return Writer.TOOL;
        }
        return spec.ofThisBoot() ? Writer.OPERATOR : Writer.NOBODY_WE_KNOW;
    }

    /** Those that name libraries of another driver than {@code driver}. */
    public List<Spec> stale(String driver) {
        return specs.stream().filter(spec -> spec.stale(driver)).toList();
    }

    /** Of these those that the node's own tools write. */
    public List<Spec> ours(String driver) {
        return stale(driver).stream()
                .filter(spec -> writer(spec) == Writer.TOOL || writer(spec) == Writer.UNIT)
                .toList();
    }

    /** A line for each of these that others write, with who does. */
    public List<String> others(String driver) {
        return stale(driver).stream()
                .filter(spec -> !ours(driver).contains(spec))
                .map(spec -> spec
                        + (writer(spec) == Writer.OPERATOR
                                ? "; it is the operator's, whose pod writes it anew when it starts"
                                : "; no tool of this node writes it, so that a person must"))
                .toList();
    }
}
