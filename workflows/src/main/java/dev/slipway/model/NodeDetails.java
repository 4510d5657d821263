package dev.slipway.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is known of a node beyond the facts that decisions stand on: shown with its source and compared side by side, never
 * a reason to act. {@code gpus} holds by place on the bus what each GPU says under the names that it is shown by.
 */
public record NodeDetails(
        Reading<Collected> collected,
        Reading<Instant> bootedAt,
        Map<String, Map<String, Reading<String>>> gpus,
        Reading<List<ModuleBuild>> dkms,
        Reading<String> initramfsDriver,
        Outside outside) {

    /** Which text of the probe read the node, and since when it read the kernel's log. */
    public record Collected(String version, Instant t0) {}

    /** A module that DKMS keeps; {@code kernel} is empty for one that is only {@code added}. */
    public record ModuleBuild(String module, String version, String kernel, String state) {}

    /** What others say of the node: the fleet's file, and whoever schedules work on it. */
    public record Outside(Reading<Place> place, Reading<Scheduling> scheduling) {}

    /** Where the fleet's file puts the node; empty is what the file does not give. */
    public record Place(
            String fleet,
            Optional<String> sku,
            Optional<String> rack,
            Optional<String> bmc,
            Optional<String> nvlinkDomain,
            Optional<String> site) {}

    /** The scheduler's view of the node: whether it takes work, who repels work, and the marks of ours that it carries. */
    public record Scheduling(
            String scheduler,
            boolean schedulable,
            List<String> taints,
            Map<String, String> labels,
            Map<String, String> annotations) {

        /** The view of a node that both schedule: it takes work where both give it some. */
        public Scheduling and(Scheduling other) {
            return new Scheduling(
                    scheduler + " and " + other.scheduler,
                    schedulable && other.schedulable,
                    joined(taints, other.taints),
                    joined(labels, other.labels),
                    joined(annotations, other.annotations));
        }

        private static List<String> joined(List<String> some, List<String> more) {
            return Stream.concat(some.stream(), more.stream()).toList();
        }

        private static Map<String, String> joined(Map<String, String> some, Map<String, String> more) {
            Map<String, String> all = new TreeMap<>(more);
            all.putAll(some);
            return all;
        }
    }

    /** Details of which none was read, all for one reason. */
    public static NodeDetails unread(String reason) {
        return new NodeDetails(
                Reading.unknown(reason),
                Reading.unknown(reason),
                Map.of(),
                Reading.unknown(reason),
                Reading.unknown(reason),
                new Outside(Reading.unknown(reason), Reading.unknown(reason)));
    }

    /** The same with what others say of the node. */
    public NodeDetails with(Outside said) {
        return new NodeDetails(collected, bootedAt, gpus, dkms, initramfsDriver, said);
    }
}
