package dev.slipway.fake;

import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DcgmTarget;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.FabricState;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.PersistenceState;
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
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A clean node and its baseline, to be spoiled one part at a time. */
public final class Sample {
    public static final String DRIVER = "570.133.20";
    public static final RuntimeSettings SETTINGS =
            new RuntimeSettings("Enabled", "Default", "700", "2619,1980", "Enabled", "Disabled");
    public final Map<Field, Reading<String>> versions = new EnumMap<>(Field.class);
    public final Map<Field, String> pins = new EnumMap<>(Field.class);
    public Reading<Identity> identity = Reading.of(new Identity("machine", "uuid", Optional.empty()));
    public Reading<Boot> boot = Reading.of(
            new Boot("boot-1", "6.8.0-60-generic", "ro", "running", List.of("6.8.0-60-generic"), "6.8.0-60-generic"));
    public Reading<Integer> bus = Reading.of(8);
    public Reading<List<Gpu>> gpus = Reading.of(gpus(8));
    public Reading<List<InstalledPackage>> packages =
            Reading.of(List.of(driver(DRIVER + "-0ubuntu1", "installed", true)));
    public Reading<List<String>> broken = Reading.of(List.of());
    public Reading<ImageManifest> manifest =
            Reading.of(new ImageManifest("img-1", "2026-01-01", "6.8.0-60-generic", "570", "12.8", Map.of()));
    public Reading<DriverOwner> owner = Reading.of(DriverOwner.HOST_PACKAGED);
    public Reading<Map<String, String>> services = Reading.of(Map.of("nvidia-persistenced", "active"));
    public Reading<RuntimeSettings> runtime = Reading.of(SETTINGS);
    public RuntimeSettings wanted = SETTINGS;
    public Reading<List<XidEvent>> events = Reading.of(List.of());

    /** What is loaded; unread where a test does not say. */
    public LoadState load = LoadState.unread("not part of this sample");

    public KernelState kernels = KernelState.unread("not part of this sample");

    public FabricState fabric = FabricState.unread("not part of this sample");
    public PersistenceState persistence = PersistenceState.unread("not part of this sample");
    public NodeFacts.Fabric links = new NodeFacts.Fabric("Completed", 18, 18);

    public Sample() {
        for (Field field : List.of(
                Field.DRIVER_VERSION,
                Field.DRIVER_RESIDENT,
                Field.DRIVER_ON_DISK,
                Field.DRIVER_USERSPACE,
                Field.LIBCUDA,
                Field.FABRIC_MANAGER)) {
            versions.put(field, Reading.of(DRIVER));
        }
        versions.put(Field.KERNEL, Reading.of("6.8.0-60-generic"));
        versions.put(Field.VBIOS, Reading.of("96.00.74.00.01"));
        pins.put(Field.DRIVER_VERSION, DRIVER);
        pins.put(Field.FABRIC_MANAGER, DRIVER);
        pins.put(Field.KERNEL, "6.8.0-60-generic");
        pins.put(Field.VBIOS, "96.00.74.00.01");
        pins.put(Field.CUDA_TOOLKIT, "containers-only");
    }

    public static Sample clean() {
        return new Sample();
    }

    public Sample with(Consumer<Sample> change) {
        change.accept(this);
        return this;
    }

    /** DCGM sets this power limit again after a reset; the GPU has 700 W now. */
    public Sample targetPower(String watts) {
        Reading<List<DcgmTarget>> targets = Reading.of(List.of(new DcgmTarget(0, "Power Limit", watts, "700")));
        persistence = new PersistenceState(Reading.unknown("not asked"), Reading.unknown("not asked"), targets);
        return this;
    }

    public Sample version(Field field, String value) {
        versions.put(field, Reading.of(value));
        return this;
    }

    /** nvidia-smi fails as it does on a version mismatch. */
    public Sample silent() {
        gpus = Reading.unknown("Failed to initialize NVML: Driver/library version mismatch");
        versions.put(Field.DRIVER_VERSION, Reading.unknown("nvidia-smi failed"));
        return this;
    }

    public static InstalledPackage driver(String version, String status, boolean held) {
        return new InstalledPackage("nvidia-driver-570-server", version, status, held);
    }

    public static List<Gpu> gpus(int n) {
        return IntStream.range(0, n)
                .mapToObj(i -> new Gpu(
                        i,
                        "GPU-" + i,
                        "16500" + i,
                        "0000:1" + i + ":00.0",
                        "NVIDIA H100 80GB HBM3",
                        DRIVER,
                        new Gpu.Health("None", "No", "No", "96.00.74.00.01", "Disabled")))
                .toList();
    }

    public NodeFacts facts() {
        return new NodeFacts(
                        new NodeRef("prod", "gpu-1"),
                        Instant.EPOCH,
                        identity,
                        boot,
                        new NodeFacts.Hardware(bus, gpus, Reading.of(List.of()), Reading.of(links)),
                        new NodeFacts.Software(
                                versions, packages, broken, manifest, owner, services, Reading.of(List.of("nvidia"))),
                        runtime,
                        events)
                .with(load, kernels)
                .with(fabric)
                .with(persistence);
    }

    public Baseline baseline() {
        return new Baseline(
                "pin",
                Optional.of("previous"),
                new Baseline.Provenance("c0ffee", "owner", "2026-01-01"),
                new Baseline.Profile("HGX-H100-8", 8, "NVIDIA H100 80GB HBM3", "local", 18, false),
                pins,
                Map.of("nvidia-driver-570-server", DRIVER + "-0ubuntu1"),
                List.of("nvidia-driver-570-server"),
                Optional.of(wanted),
                Baseline.GateProfile.of(460, List.of(), List.of("nvidia-persistenced"), 3, false),
                List.of());
    }
}
