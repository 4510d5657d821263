package dev.slipway.model.facts;

import dev.slipway.model.Field;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds what a node reports at one moment, read in one round trip. Each part that could not be read is an unknown
 * {@link Reading} with its reason. Decisions use all of it, and of {@code details} some.
 */
public record NodeFacts(
        NodeRef node,
        Instant collectedAt,
        Reading<Identity> identity,
        Reading<Boot> boot,
        Hardware hardware,
        Software software,
        Reading<RuntimeSettings> runtime,
        Reading<List<XidEvent>> kernelEvents,
        LoadState load,
        KernelState kernels,
        DriverFiles driverFiles,
        FabricState fabric,
        PersistenceState persistence,
        NodeDetails details,
        BootLog log,
        Reading<TestTools> tools) {
    static final String STORED_WITHOUT = "these facts were stored without it";

    /** Accepts facts from before a part was read: it is unknown. */
    public NodeFacts {
        load = Optional.ofNullable(load).orElseGet(() -> LoadState.unread(STORED_WITHOUT));
        kernels = Optional.ofNullable(kernels).orElseGet(() -> KernelState.unread(STORED_WITHOUT));
        driverFiles = Optional.ofNullable(driverFiles).orElseGet(() -> DriverFiles.unread(STORED_WITHOUT));
        fabric = Optional.ofNullable(fabric).orElseGet(() -> FabricState.unread(STORED_WITHOUT));
        persistence = Optional.ofNullable(persistence).orElseGet(() -> PersistenceState.unread(STORED_WITHOUT));
        details = Optional.ofNullable(details).orElseGet(() -> NodeDetails.unread(STORED_WITHOUT));
        log = Optional.ofNullable(log).orElseGet(() -> BootLog.unread(STORED_WITHOUT));
        tools = Optional.ofNullable(tools).orElseGet(() -> Reading.unknown(STORED_WITHOUT));
    }

    /** Creates facts without the programs that gates are run with. */
    public NodeFacts(
            NodeRef node,
            Instant collectedAt,
            Reading<Identity> identity,
            Reading<Boot> boot,
            Hardware hardware,
            Software software,
            Reading<RuntimeSettings> runtime,
            Reading<List<XidEvent>> kernelEvents,
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
                Reading.unknown(Reading.NOT_REQUESTED));
    }

    /** Creates facts with only the parts that decisions use. */
    public NodeFacts(
            NodeRef node,
            Instant collectedAt,
            Reading<Identity> identity,
            Reading<Boot> boot,
            Hardware hardware,
            Software software,
            Reading<RuntimeSettings> runtime,
            Reading<List<XidEvent>> kernelEvents) {
        this(
                node,
                collectedAt,
                identity,
                boot,
                hardware,
                software,
                runtime,
                kernelEvents,
                LoadState.unread(Reading.NOT_REQUESTED),
                KernelState.unread(Reading.NOT_REQUESTED),
                DriverFiles.unread(Reading.NOT_REQUESTED),
                FabricState.unread(Reading.NOT_REQUESTED),
                PersistenceState.unread(Reading.NOT_REQUESTED),
                NodeDetails.unread(Reading.NOT_REQUESTED),
                BootLog.unread(Reading.NOT_REQUESTED));
    }

    /** Returns facts of a node that did not answer: nothing was read, for one reason. */
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

    /** Returns the same with the processes on its GPUs as they are named now. */
    public NodeFacts with(List<NodeDetails.GpuClient> clients) {
        return with(kernelEvents, details.with(clients), log, tools);
    }

    /** Returns the same with what other sources report about the node. */
    public NodeFacts with(NodeDetails.Outside said) {
        return with(kernelEvents, details.with(said), log, tools);
    }

    /** Returns the same with what was read of the driver's modules and of the kernels. */
    public NodeFacts with(LoadState read, KernelState kernelsRead) {
        return with(read, kernelsRead, driverFiles, fabric, persistence);
    }

    /** Returns the same with what was read of the driver's files. */
    public NodeFacts with(DriverFiles read) {
        return with(load, kernels, read, fabric, persistence);
    }

    /** Returns the same with what was read of the NVLink fabric. */
    public NodeFacts with(FabricState read) {
        return with(load, kernels, driverFiles, read, persistence);
    }

    /** Returns the same with what was read of persistence mode. */
    public NodeFacts with(PersistenceState read) {
        return with(load, kernels, driverFiles, fabric, read);
    }

    /** Returns the same with what was read of the kernel's log of this boot. */
    public NodeFacts with(BootLog read) {
        return with(kernelEvents, details, read, tools);
    }

    /** Returns the same with what was read of the programs that gates are run with. */
    public NodeFacts with(TestTools read) {
        return with(kernelEvents, details, log, Reading.of(read));
    }

    /** Returns the same with the node's clock skew. If it is too large, no time in a log is trusted. */
    public NodeFacts withClock(Reading<ClockSkew> clock) {
        Reading<List<XidEvent>> events =
                clock.value().filter(ClockSkew::tooFar).map(NodeFacts::undated).orElse(kernelEvents);
        return with(events, details.with(clock), log, tools);
    }

    private static Reading<List<XidEvent>> undated(ClockSkew skew) {
        return Reading.unknown("the node's clock is " + skew
                + ": which lines of its log came before T0 is unknown; set its clock, for example with chronyd");
    }

    /** Returns how far the node's clock is from ours, if known. */
    public Optional<ClockSkew> clockSkew() {
        return details.collected()
                .value()
                .flatMap(collected -> collected.clock().value());
    }

    private NodeFacts with(
            Reading<List<XidEvent>> events, NodeDetails known, BootLog read, Reading<TestTools> toolsRead) {
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
            PersistenceState persistenceRead) {
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
                details,
                log,
                tools);
    }

    /** Lists the GPUs on the bus, the GPUs that answer, and the processes that hold them. */
    public record Hardware(
            Reading<Integer> gpusOnBus,
            Reading<List<Gpu>> gpus,
            Reading<List<Holder>> holders,
            Reading<Fabric> fabric) {}

    /** Describes the NVSwitch fabric: state as the driver prints it ({@code Completed}), and active links per GPU. */
    public record Fabric(String state, int linksActive, int linksExpected) {}

    /** Holds versions, packages and services. {@code packagesBroken}: unpacked or half configured, as dpkg calls it. */
    public record Software(
            Map<Field, Reading<String>> versions,
            Reading<List<InstalledPackage>> packages,
            Reading<List<String>> packagesBroken,
            Reading<ImageManifest> manifest,
            Reading<DriverOwner> driverOwner,
            Reading<Map<String, String>> services,
            Reading<List<String>> modulesLoaded) {}

    /** Returns who may change the driver, by the node's marks and by the GPU Operator's labels and resources. */
    public Reading<DriverOwner> driverOwner() {
        return OperatorMarks.of(this).owner(software.driverOwner());
    }

    /** Returns by gate why it cannot be run on the node; empty if that was not read. */
    public Map<String, String> lacking() {
        Map<String, String> why = new TreeMap<>();
        tools.value().map(TestTools::lacking).orElse(Map.of()).forEach((gate, lack) -> why.put(gate, lack.why()));
        return why;
    }

    /** Returns whether the driver is in the GPU Operator's container: then the host changes nothing of it. */
    public boolean operated() {
        return driverOwner().or(DriverOwner.NONE) == DriverOwner.OPERATOR_CONTAINER;
    }

    /** Returns the events of the running boot in the kernel's log; all that were read, if its time is unknown. */
    public Reading<List<XidEvent>> eventsOfThisBoot() {
        Instant booted = details.bootedAt().or(Instant.MIN);
        return kernelEvents.map(all ->
                all.stream().filter(event -> !event.at().isBefore(booted)).toList());
    }

    /** Returns the reading of one field; a field that the probe does not know is unknown. */
    public Reading<String> version(Field field) {
        Reading<String> reading = software.versions().get(field);
        return reading == null ? Reading.unknown(field.key() + " was not read") : reading;
    }

    /** Returns every unknown part that decisions use, with its reason; empty if all was read. */
    public Map<String, String> errors() {
        return UnknownFields.of(this);
    }
}
