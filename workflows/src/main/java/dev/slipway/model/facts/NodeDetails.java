package dev.slipway.model.facts;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Holds what is known about a node beside its other facts: it is shown with its source and compared side by side.
 * Decisions use when the node booted, how it was read, of its GPUs the partitions, the processes, the health and the
 * SRAM errors, and the scheduler's view. {@code gpus} holds by bus address what each GPU reports, under the names that
 * are shown.
 */
public record NodeDetails(
        Reading<Collected> collected,
        Reading<Instant> bootedAt,
        Map<String, Map<String, Reading<String>>> gpus,
        Reading<List<ModuleBuild>> dkms,
        Reading<String> initramfsDriver,
        OnGpus onGpus,
        Outside outside) {

    /** Accepts details from before GPU clients were read: they are unknown. */
    public NodeDetails {
        onGpus = Optional.ofNullable(onGpus).orElseGet(() -> OnGpus.unread("these facts were stored without it"));
    }

    /** Creates details without the processes on the GPUs. */
    public NodeDetails(
            Reading<Collected> collected,
            Reading<Instant> bootedAt,
            Map<String, Map<String, Reading<String>>> gpus,
            Reading<List<ModuleBuild>> dkms,
            Reading<String> initramfsDriver,
            Outside outside) {
        this(collected, bootedAt, gpus, dkms, initramfsDriver, OnGpus.unread("it was not requested"), outside);
    }

    /**
     * Describes the reading: which text of the probe read the node, since when it read the kernel's log if only times
     * can show that, and how far the node's clock is from ours.
     */
    public record Collected(String version, Instant t0, Reading<ClockSkew> clock) {

        /** Accepts facts from before clocks were compared: the clock is unknown. */
        public Collected {
            clock = Optional.ofNullable(clock).orElseGet(() -> Reading.unknown("the clocks were not compared"));
        }

        /** Creates it without a clock to compare. */
        public Collected(String version, Instant t0) {
            this(version, t0, Reading.unknown("the clocks were not compared"));
        }
    }

    /** Describes a module that DKMS manages; {@code kernel} is empty for one that is only {@code added}. */
    public record ModuleBuild(String module, String version, String kernel, String state) {}

    /**
     * Describes the partitions of the GPUs and the processes that compute on them: the profile of each MIG device, such
     * as {@code 1g.10gb}, and the processes that compute now or that an XID names and that still live.
     */
    public record OnGpus(Reading<List<String>> migDevices, Reading<List<GpuClient>> clients) {

        /** Neither was read, for one reason. */
        public static OnGpus unread(String reason) {
            return new OnGpus(Reading.unknown(reason), Reading.unknown(reason));
        }
    }

    /**
     * Describes a process on a GPU, its start, and its owner: {@code job 12}, {@code pod ml/Job/train-7}, or what else
     * its control group names. A pod without a named workload is listed by its uid.
     */
    public record GpuClient(long pid, Instant since, String of) {}

    /** Holds what other sources report about the node: the fleet's file, and its schedulers. */
    public record Outside(Reading<Location> place, Reading<Scheduling> scheduling) {}

    /** Holds the node's location in the fleet's file; a missing value is empty. */
    public record Location(
            String fleet,
            Optional<String> sku,
            Optional<String> rack,
            Optional<String> bmc,
            Optional<String> nvlinkDomain,
            Optional<String> site) {}

    /**
     * Holds the scheduler's view of the node: whether it takes work, what repels work, our marks on it, and what it
     * reports about GPUs: what can be allocated under {@code nvidia.com/}, and the labels of MIG and of the driver; of
     * Slurm {@code gpu} and {@code gpu:TYPE}. {@code driver} is what the GPU Operator's custom resources state about
     * the node's driver, unknown if there are none, or if they may not be read.
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

        /** Accepts a view from before it included GPUs or their driver: both are unknown. */
        public Scheduling {
            gpus = Optional.ofNullable(gpus).orElse(Map.of());
            driver = Optional.ofNullable(driver).orElseGet(() -> Reading.unknown(NO_RESOURCES));
        }

        /** Creates the view of a scheduler without custom resources. */
        public Scheduling(
                String scheduler,
                boolean schedulable,
                List<String> taints,
                Map<String, String> labels,
                Map<String, String> annotations,
                Map<String, String> gpus) {
            this(scheduler, schedulable, taints, labels, annotations, gpus, Reading.unknown(NO_RESOURCES));
        }

        /** Creates the view of a scheduler that does not name GPUs. */
        public Scheduling(
                String scheduler,
                boolean schedulable,
                List<String> taints,
                Map<String, String> labels,
                Map<String, String> annotations) {
            this(scheduler, schedulable, taints, labels, annotations, Map.of());
        }

        /** Returns the view of a node under both schedulers: it takes work if both give it some. */
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

    /** Returns details of which none was read, all for one reason. */
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

    /** Returns the same with what other sources report about the node. */
    public NodeDetails with(Outside said) {
        return new NodeDetails(collected, bootedAt, gpus, dkms, initramfsDriver, onGpus, said);
    }

    /** Returns the same, with how far the node's clock is from ours. */
    NodeDetails with(Reading<ClockSkew> clock) {
        Reading<Collected> compared = collected.map(found -> new Collected(found.version(), found.t0(), clock));
        return new NodeDetails(compared, bootedAt, gpus, dkms, initramfsDriver, onGpus, outside);
    }

    /** Returns the same, with {@code clients} as they are named now. */
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
