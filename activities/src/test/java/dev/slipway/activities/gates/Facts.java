package dev.slipway.activities.gates;

import dev.slipway.activities.ssh.ChangedBaseline;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.Step;
import dev.slipway.model.facts.BootLog;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Facts of a node that is just as its baseline wants it; each part can be replaced by a worse one. */
record Facts(
        Reading<List<Gpu>> gpus,
        Reading<List<XidEvent>> events,
        Reading<Map<String, String>> services,
        Reading<NodeFacts.Fabric> fabric,
        String driver,
        String gap) {
    static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    static final Identity MACHINE = new Identity("m-1", "u-1", Optional.of("uid-1"));
    static final Gpu.Health WELL = new Gpu.Health("None", "No", "No", "96.00", "Disabled");
    static final Act ACT =
            new Act(NODE, "prod-a", "run-1", NODE.workflowId(), "image-drift", Step.FACTS, 1, Optional.of(MACHINE), T0);

    static Facts good() {
        return new Facts(
                Reading.of(gpus(8, WELL)),
                Reading.of(List.of()),
                Reading.of(Map.of("nvidia-persistenced", "active", "nvidia-fabricmanager", "active")),
                Reading.of(new NodeFacts.Fabric("Completed", 18, 18)),
                "570.133.20",
                "");
    }

    static List<Gpu> gpus(int count, Gpu.Health health) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Gpu(i, "GPU-" + i, "S" + i, "0000:0" + i + ":00.0", "H100", "570.133.20", health))
                .toList();
    }

    Facts with(Reading<List<Gpu>> other) {
        return new Facts(other, events, services, fabric, driver, gap);
    }

    Facts withEvents(Reading<List<XidEvent>> other) {
        return new Facts(gpus, other, services, fabric, driver, gap);
    }

    /** The same with a log that may lack lines. */
    Facts withGap(String reason) {
        return new Facts(gpus, events, services, fabric, driver, reason);
    }

    Facts withServices(Reading<Map<String, String>> other) {
        return new Facts(gpus, events, other, fabric, driver, gap);
    }

    Facts withFabric(Reading<NodeFacts.Fabric> other) {
        return new Facts(gpus, events, services, other, driver, gap);
    }

    Facts withDriver(String other) {
        return new Facts(gpus, events, services, fabric, other, gap);
    }

    NodeFacts facts() {
        return new NodeFacts(
                        NODE,
                        T0.plusSeconds(60),
                        Reading.of(MACHINE),
                        Reading.of(
                                new Boot("boot-1", "6.8.0-60-generic", "", "running", List.of(), "6.8.0-60-generic")),
                        new NodeFacts.Hardware(gpus.map(List::size), gpus, Reading.of(List.of()), fabric),
                        new NodeFacts.Software(
                                Map.of(
                                        Field.KERNEL, Reading.of("6.8.0-60-generic"),
                                        Field.DRIVER_VERSION, Reading.of(driver),
                                        Field.DRIVER_RESIDENT, Reading.of(driver),
                                        Field.DRIVER_ON_DISK, Reading.of(driver),
                                        Field.DRIVER_USERSPACE, Reading.of(driver),
                                        Field.LIBCUDA, Reading.of(driver)),
                                Reading.of(List.of(new InstalledPackage("libnccl2", "2.27.3", "installed", true))),
                                Reading.of(List.of()),
                                Reading.unknown("no manifest"),
                                Reading.of(DriverOwner.HOST_PACKAGED),
                                services,
                                Reading.of(List.of("nvidia"))),
                        Reading.of(
                                new RuntimeSettings("Enabled", "Default", "700", "1593,1980", "Enabled", "Disabled")),
                        Reading.of(List.of()))
                .with(new BootLog(Reading.of(new LogPosition("boot-1", "journal s=1;i=9")), events, gap));
    }

    /** The same facts with other software. */
    static NodeFacts with(NodeFacts facts, NodeFacts.Software software) {
        return new NodeFacts(
                facts.node(),
                facts.collectedAt(),
                facts.identity(),
                facts.boot(),
                facts.hardware(),
                software,
                facts.runtime(),
                facts.kernelEvents());
    }

    /** Good facts in which one more field was read. */
    static NodeFacts reading(Field field, String value) {
        NodeFacts facts = good().facts();
        NodeFacts.Software s = facts.software();
        Map<Field, Reading<String>> versions = new EnumMap<>(s.versions());
        versions.put(field, Reading.of(value));
        return with(
                facts,
                new NodeFacts.Software(
                        versions,
                        s.packages(),
                        s.packagesBroken(),
                        s.manifest(),
                        s.driverOwner(),
                        s.services(),
                        s.modulesLoaded()));
    }

    /** The same facts of a node whose image was built with {@code kernel}. */
    static NodeFacts builtWith(String kernel) {
        NodeFacts facts = reading(Field.IMAGE_VERSION, "img-1");
        NodeFacts.Software s = facts.software();
        return with(
                facts,
                new NodeFacts.Software(
                        s.versions(),
                        s.packages(),
                        s.packagesBroken(),
                        Reading.of(new ImageManifest("img-1", "2026-01-01", kernel, "", "", Map.of())),
                        s.driverOwner(),
                        s.services(),
                        s.modulesLoaded()));
    }

    /** The goal with one more pin. */
    static Baseline pinning(Field field, String value) {
        Baseline b = goal();
        Map<Field, String> pins = new EnumMap<>(b.pins());
        pins.put(field, value);
        return ChangedBaseline.of(b).pins(pins).baseline();
    }

    static FactsRef ref() {
        return new FactsRef(NODE, "f-1", "boot-1", "hash-1", T0.plusSeconds(60), MACHINE, "");
    }

    static Baseline goal() {
        return new Baseline(
                "hgx",
                Optional.of("hgx-0"),
                new Baseline.Provenance("c0ffee", "platform", "2026-01-01"),
                new Baseline.Profile("HGX-H100-8", 8, "H100", "local", 18, false),
                Map.of(Field.KERNEL, "6.8.0-60-generic", Field.DRIVER_VERSION, "570.133.20"),
                Map.of("libnccl2", "2.27.3"),
                List.of("libnccl2"),
                Optional.of(new RuntimeSettings("", "", "700", "1593,1980", "", "")),
                Baseline.GateProfile.of(400, List.of(), List.of("nvidia-fabricmanager"), 2, false),
                List.of());
    }
}
