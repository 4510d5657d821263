package dev.slipway.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a node says of itself at one moment, read in one round trip. Each part that could not be read is an unknown
 * {@link Reading} with its reason. Decisions stand on all but {@code details}.
 */
public record NodeFacts(
        NodeRef node,
        Instant collectedAt,
        Reading<Identity> identity,
        Reading<Boot> boot,
        Hardware hardware,
        Software software,
        Reading<RuntimeSettings> runtime,
        Reading<List<KernelEvent>> kernelEvents,
        LoadState load,
        KernelState kernels,
        DriverFiles driverFiles,
        FabricState fabric,
        PersistenceState persistence,
        NodeDetails details,
        BootLog log,
        Reading<TestTools> tools) {
    private static final String KEPT_WITHOUT = "these facts were kept without it";
    private static final String NOT_ASKED = "nobody asked for it";

    /** Facts that were kept before a part was read have none of it. */
    public NodeFacts {
        load = Optional.ofNullable(load).orElseGet(() -> LoadState.unread(KEPT_WITHOUT));
        kernels = Optional.ofNullable(kernels).orElseGet(() -> KernelState.unread(KEPT_WITHOUT));
        driverFiles = Optional.ofNullable(driverFiles).orElseGet(() -> DriverFiles.unread(KEPT_WITHOUT));
        fabric = Optional.ofNullable(fabric).orElseGet(() -> FabricState.unread(KEPT_WITHOUT));
        persistence = Optional.ofNullable(persistence).orElseGet(() -> PersistenceState.unread(KEPT_WITHOUT));
        details = Optional.ofNullable(details).orElseGet(() -> NodeDetails.unread(KEPT_WITHOUT));
        log = Optional.ofNullable(log).orElseGet(() -> BootLog.unread(KEPT_WITHOUT));
        tools = Optional.ofNullable(tools).orElseGet(() -> Reading.unknown(KEPT_WITHOUT));
    }

    /** Facts without the programs that gates are run with. */
    public NodeFacts(
            NodeRef node,
            Instant collectedAt,
            Reading<Identity> identity,
            Reading<Boot> boot,
            Hardware hardware,
            Software software,
            Reading<RuntimeSettings> runtime,
            Reading<List<KernelEvent>> kernelEvents,
            LoadState load,
            KernelState kernels,
            DriverFiles driverFiles,
            FabricState fabric,
            PersistenceState persistence,
            NodeDetails details,
            BootLog log) {
        this(
                node,
                collectedAt,
                identity,
                boot,
                hardware,
                software,
                runtime,
                kernelEvents,
                load,
                kernels,
                driverFiles,
                fabric,
                persistence,
                details,
                log,
                Reading.unknown(NOT_ASKED));
    }

    /** Facts of which only what decisions stand on is known. */
    public NodeFacts(
            NodeRef node,
            Instant collectedAt,
            Reading<Identity> identity,
            Reading<Boot> boot,
            Hardware hardware,
            Software software,
            Reading<RuntimeSettings> runtime,
            Reading<List<KernelEvent>> kernelEvents) {
        this(
                node,
                collectedAt,
                identity,
                boot,
                hardware,
                software,
                runtime,
                kernelEvents,
                LoadState.unread(NOT_ASKED),
                KernelState.unread(NOT_ASKED),
                DriverFiles.unread(NOT_ASKED),
                FabricState.unread(NOT_ASKED),
                PersistenceState.unread(NOT_ASKED),
                NodeDetails.unread(NOT_ASKED),
                BootLog.unread(NOT_ASKED));
    }

    /** Facts of a node that did not answer: nothing was read, for one reason. */
    public static NodeFacts unread(NodeRef node, Instant at, String reason) {
        return new NodeFacts(
                node,
                at,
                Reading.unknown(reason),
                Reading.unknown(reason),
                new Hardware(
                        Reading.unknown(reason),
                        Reading.unknown(reason),
                        Reading.unknown(reason),
                        Reading.unknown(reason)),
                new Software(
                        Map.of(),
                        Reading.unknown(reason),
                        Reading.unknown(reason),
                        Reading.unknown(reason),
                        Reading.unknown(reason),
                        Reading.unknown(reason),
                        Reading.unknown(reason)),
                Reading.unknown(reason),
                Reading.unknown(reason));
    }

    /** The same with the processes on its GPUs as they are named now. */
    public NodeFacts with(List<NodeDetails.GpuClient> clients) {
        return with(load, kernels, driverFiles, fabric, persistence, details.with(clients));
    }

    /** The same with what others say of the node. */
    public NodeFacts with(NodeDetails.Outside said) {
        return with(load, kernels, driverFiles, fabric, persistence, details.with(said));
    }

    /** The same with what was read of the driver's modules and of the kernels. */
    public NodeFacts with(LoadState read, KernelState kernelsRead) {
        return with(read, kernelsRead, driverFiles, fabric, persistence, details);
    }

    /** The same with what was read of the driver's files. */
    public NodeFacts with(DriverFiles read) {
        return with(load, kernels, read, fabric, persistence, details);
    }

    /** The same with what was read of the NVLink fabric. */
    public NodeFacts with(FabricState read) {
        return with(load, kernels, driverFiles, read, persistence, details);
    }

    /** The same with what was read of persistence mode. */
    public NodeFacts with(PersistenceState read) {
        return with(load, kernels, driverFiles, fabric, read, details);
    }

    /** The same with what was read of the kernel's log of this boot. */
    public NodeFacts with(BootLog read) {
        return with(kernelEvents, details, read, tools);
    }

    /** The same with what was read of the programs that gates are run with. */
    public NodeFacts with(TestTools read) {
        return with(kernelEvents, details, log, Reading.of(read));
    }

    /** The same with how far the node's clock is from ours. Where it is too far, no time in a log says when it was. */
    public NodeFacts withClock(Reading<ClockSkew> clock) {
        Reading<List<KernelEvent>> events =
                clock.value().filter(ClockSkew::tooFar).map(NodeFacts::undated).orElse(kernelEvents);
        return with(events, details.with(clock), log, tools);
    }

    private static Reading<List<KernelEvent>> undated(ClockSkew skew) {
        return Reading.unknown("the node's clock is " + skew
                + ": which lines of its log came before T0 is unknown; set its clock, for example with chronyd");
    }

    /** How far the node's clock is from ours, where that is known. */
    public Optional<ClockSkew> clockSkew() {
        return details.collected()
                .value()
                .flatMap(collected -> collected.clock().value());
    }

    private NodeFacts with(
            Reading<List<KernelEvent>> events, NodeDetails known, BootLog read, Reading<TestTools> toolsRead) {
        return new NodeFacts(
                node,
                collectedAt,
                identity,
                boot,
                hardware,
                software,
                runtime,
                events,
                load,
                kernels,
                driverFiles,
                fabric,
                persistence,
                known,
                read,
                toolsRead);
    }

    private NodeFacts with(
            LoadState read,
            KernelState kernelsRead,
            DriverFiles filesRead,
            FabricState fabricRead,
            PersistenceState persistenceRead,
            NodeDetails seen) {
        return new NodeFacts(
                node,
                collectedAt,
                identity,
                boot,
                hardware,
                software,
                runtime,
                kernelEvents,
                read,
                kernelsRead,
                filesRead,
                fabricRead,
                persistenceRead,
                seen,
                log,
                tools);
    }

    /** The GPUs on the bus, the GPUs that answer, and who holds them. */
    public record Hardware(
            Reading<Integer> gpusOnBus,
            Reading<List<Gpu>> gpus,
            Reading<List<Holder>> holders,
            Reading<Fabric> fabric) {}

    /** NVSwitch fabric: state as the driver prints it ({@code Completed}), and active links of each GPU. */
    public record Fabric(String state, int linksActive, int linksExpected) {}

    /** Versions, packages and services. {@code packagesBroken} names what dpkg calls unpacked or half configured. */
    public record Software(
            Map<Field, Reading<String>> versions,
            Reading<List<InstalledPackage>> packages,
            Reading<List<String>> packagesBroken,
            Reading<ImageManifest> manifest,
            Reading<DriverOwner> driverOwner,
            Reading<Map<String, String>> services,
            Reading<List<String>> modulesLoaded) {}

    /** Who may change the driver: by the marks on the node, and by the GPU Operator's labels and custom resources. */
    public Reading<DriverOwner> driverOwner() {
        return OperatorMarks.of(this).owner(software.driverOwner());
    }

    /** Why gates cannot be run on the node, by the gate; empty where that was not read. */
    public Map<String, String> lacking() {
        Map<String, String> why = new TreeMap<>();
        tools.value().map(TestTools::lacking).orElse(Map.of()).forEach((gate, lack) -> why.put(gate, lack.why()));
        return why;
    }

    /** Whether the driver is in the GPU Operator's container: then nothing of it is the host's to change. */
    public boolean operated() {
        return driverOwner().or(DriverOwner.NONE) == DriverOwner.OPERATOR_CONTAINER;
    }

    /** The events of the kernel's log that are of the boot that runs; all that were read, where its time is unknown. */
    public Reading<List<KernelEvent>> eventsOfThisBoot() {
        Instant booted = details.bootedAt().or(Instant.MIN);
        return kernelEvents.map(all ->
                all.stream().filter(event -> !event.at().isBefore(booted)).toList());
    }

    /** The reading of one field; a field that the probe does not know is unknown. */
    public Reading<String> version(Field field) {
        Reading<String> reading = software.versions().get(field);
        return reading == null ? Reading.unknown(field.key() + " was not read") : reading;
    }

    /** Every part that decisions stand on and that is unknown, with its reason; empty when all was read. */
    public Map<String, String> errors() {
        return UnknownParts.of(this);
    }
}
