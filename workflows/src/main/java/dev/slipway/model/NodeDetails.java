package dev.slipway.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is known of a node beyond the facts that runbooks' tables stand on: shown with its source, compared side by
 * side, and asked by the router. {@code gpus} holds by place on the bus what each GPU says under the names that it is
 * shown by.
 */
public record NodeDetails(
        Reading<Collected> collected,
        Reading<Instant> bootedAt,
        Map<String, Map<String, Reading<String>>> gpus,
        Reading<List<ModuleBuild>> dkms,
        Reading<String> initramfsDriver,
        OnGpus onGpus,
        Outside outside) {

    /** Details that were kept before it was read who computes on the GPUs say nothing of that. */
    public NodeDetails {
        onGpus = Optional.ofNullable(onGpus).orElseGet(() -> OnGpus.unread("these facts were kept without it"));
    }

    /** Details without who computes on the GPUs. */
    public NodeDetails(
            Reading<Collected> collected,
            Reading<Instant> bootedAt,
            Map<String, Map<String, Reading<String>>> gpus,
            Reading<List<ModuleBuild>> dkms,
            Reading<String> initramfsDriver,
            Outside outside) {
        this(collected, bootedAt, gpus, dkms, initramfsDriver, OnGpus.unread("nobody asked for it"), outside);
    }

    /**
     * Which text of the probe read the node, since when it read the kernel's log for what only times can tell, and
     * how far the node's clock is from ours.
     */
    public record Collected(String version, Instant t0, Reading<ClockSkew> clock) {

        /** Facts that were kept before clocks were compared say nothing of it. */
        public Collected {
            clock = Optional.ofNullable(clock).orElseGet(() -> Reading.unknown("nobody compared the clocks"));
        }

        /** Without a clock to compare. */
        public Collected(String version, Instant t0) {
            this(version, t0, Reading.unknown("nobody compared the clocks"));
        }
    }

    /** A module that DKMS keeps; {@code kernel} is empty for one that is only {@code added}. */
    public record ModuleBuild(String module, String version, String kernel, String state) {}

    /**
     * What the GPUs are cut into and who computes on them: the profile of each MIG device, such as {@code 1g.10gb}, and
     * the processes that compute now or that an XID names and that still live.
     */
    public record OnGpus(Reading<List<String>> migDevices, Reading<List<GpuClient>> clients) {

        /** Neither was read, for one reason. */
        public static OnGpus unread(String reason) {
            return new OnGpus(Reading.unknown(reason), Reading.unknown(reason));
        }
    }

    /**
     * A process on a GPU, since when it runs, and whose it is: {@code job 12}, {@code pod ml/Job/train-7}, or what else
     * its control group says. A pod whose workload nobody named stands under its uid.
     */
    public record GpuClient(long pid, Instant since, String of) {}

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

    /**
     * The scheduler's view of the node: whether it takes work, who repels work, the marks of ours that it carries, and
     * what it says of GPUs: what can be allocated under {@code nvidia.com/}, and the labels of MIG and of the driver;
     * of Slurm {@code gpu} and {@code gpu:TYPE}. {@code driver} is what the GPU Operator's custom resources say of the
     * node's driver, unknown where there are none, or where they may not be read.
     */
    public record Scheduling(
            String scheduler,
            boolean schedulable,
            List<String> taints,
            Map<String, String> labels,
            Map<String, String> annotations,
            Map<String, String> gpus,
            Reading<DriverDeployment> driver) {
        private static final String NO_RESOURCES = "no custom resource of the GPU Operator was read";

        /** A view that was kept before it said anything of GPUs or of their driver says nothing of them. */
        public Scheduling {
            gpus = Optional.ofNullable(gpus).orElse(Map.of());
            driver = Optional.ofNullable(driver).orElseGet(() -> Reading.unknown(NO_RESOURCES));
        }

        /** The view of a scheduler that knows no custom resources. */
        public Scheduling(
                String scheduler,
                boolean schedulable,
                List<String> taints,
                Map<String, String> labels,
                Map<String, String> annotations,
                Map<String, String> gpus) {
            this(scheduler, schedulable, taints, labels, annotations, gpus, Reading.unknown(NO_RESOURCES));
        }

        /** The view of a scheduler that says nothing of GPUs by name. */
        public Scheduling(
                String scheduler,
                boolean schedulable,
                List<String> taints,
                Map<String, String> labels,
                Map<String, String> annotations) {
            this(scheduler, schedulable, taints, labels, annotations, Map.of());
        }

        /** The view of a node that both schedule: it takes work where both give it some. */
        public Scheduling and(Scheduling other) {
            return new Scheduling(
                    scheduler + " and " + other.scheduler,
                    schedulable && other.schedulable,
                    joined(taints, other.taints),
                    joined(labels, other.labels),
                    joined(annotations, other.annotations),
                    joined(gpus, other.gpus),
                    driver.known() ? driver : other.driver);
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
                OnGpus.unread(reason),
                new Outside(Reading.unknown(reason), Reading.unknown(reason)));
    }

    /** The same with what others say of the node. */
    public NodeDetails with(Outside said) {
        return new NodeDetails(collected, bootedAt, gpus, dkms, initramfsDriver, onGpus, said);
    }

    /** The same, with how far the node's clock is from ours. */
    NodeDetails with(Reading<ClockSkew> clock) {
        Reading<Collected> compared = collected.map(found -> new Collected(found.version(), found.t0(), clock));
        return new NodeDetails(compared, bootedAt, gpus, dkms, initramfsDriver, onGpus, outside);
    }

    /** The same, with {@code clients} as they are named now. */
    public NodeDetails with(List<GpuClient> clients) {
        return new NodeDetails(
                collected,
                bootedAt,
                gpus,
                dkms,
                initramfsDriver,
                new OnGpus(onGpus.migDevices(), Reading.of(List.copyOf(clients))),
                outside);
    }
}
