package dev.slipway.facts.view;

import dev.slipway.model.Field;
import dev.slipway.model.facts.DcgmTarget;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Lists everything in {@link NodeFacts}, flat and in a fixed order: the machine, its boot, its versions, its GPUs, its
 * packages, services and settings, its scheduler's view, its kernel's complaints. A part that could not be read is
 * listed with its reason, also one that has no fact when it is read.
 */
public record FactSheet(List<Fact> facts) {
    private static final String UNKNOWN = "unknown: ";

    /** Returns the sheet of these facts. Pure: equal facts give equal sheets. */
    public static FactSheet of(NodeFacts node) {
        List<Fact> facts = shown(node);
        facts.addAll(UnlistedErrors.of(node, facts));
        return new FactSheet(List.copyOf(facts));
    }

    /** Returns the facts without the parts that are listed only if they could not be read. */
    static List<Fact> shown(NodeFacts node) {
        List<Fact> facts = new ArrayList<>();
        DetailSheet details = new DetailSheet(node.details(), facts);
        details.collected();
        identity(node.identity(), facts);
        details.locate(node);
        boot(node.boot(), facts);
        details.boot();
        for (Field field : Field.values()) {
            facts.add(Fact.of(field.key(), node.version(field), FieldSources.section(field, node)));
        }
        facts.add(Fact.of("driverOwner", node.driverOwner().map(Enum::name), "driver-owner"));
        manifest(node.software().manifest(), facts);
        details.onGpus();
        details.modules();
        hardware(node.hardware(), details, facts);
        runtime(node.runtime(), facts);
        facts.add(Fact.of("dcgmTarget", node.persistence().targets().map(FactSheet::targets), "dcgm-config"));
        software(node.software(), facts);
        details.scheduling();
        events(node.kernelEvents(), facts);
        return facts;
    }

    /** Returns the fact of that name. */
    public Optional<Fact> fact(String name) {
        return facts.stream().filter(f -> f.name().equals(name)).findFirst();
    }

    /** Returns the facts that are unknown. */
    public List<Fact> unknown() {
        return facts.stream().filter(f -> !f.reading().known()).toList();
    }

    private static void identity(Reading<Identity> identity, List<Fact> facts) {
        facts.add(Fact.of("identity.machineId", identity.map(Identity::machineId), "machine-id"));
        facts.add(Fact.of("identity.productUuid", identity.map(Identity::productUuid), "product-uuid"));
        // A machine that no Kubernetes knows has no Node: that is no gap.
        identity.value()
                .flatMap(Identity::nodeUid)
                .ifPresent(uid -> facts.add(new Fact(
                        "identity.nodeUid", Reading.of(uid), "", new Source(Source.SCHEDULER, "Kubernetes Node"))));
    }

    /** The kernel and its command line stand among the versions, under the names that baselines pin. */
    private static void boot(Reading<Boot> boot, List<Fact> facts) {
        facts.add(Fact.of("boot.bootId", boot.map(Boot::bootId), "boot-id"));
        facts.add(Fact.of("boot.systemState", part(boot, Boot::state), "system-state"));
        facts.add(Fact.of("boot.installedKernels", boot.map(b -> list(b.installedKernels())), "kernels"));
        facts.add(Fact.of("boot.nextKernel", part(boot, Boot::nextKernel), "next-kernel"));
    }

    /** Returns a part of the boot, which may itself state that it is unknown. */
    private static Reading<String> part(Reading<Boot> boot, Function<Boot, String> part) {
        Reading<String> text = boot.map(part);
        return text.or("").startsWith(UNKNOWN) ? Reading.unknown(text.or("").substring(UNKNOWN.length())) : text;
    }

    private static void manifest(Reading<ImageManifest> manifest, List<Fact> facts) {
        BiConsumer<String, Function<ImageManifest, String>> add =
                (name, part) -> facts.add(Fact.of("manifest." + name, manifest.map(part), "manifest"));
        add.accept("imageVersion", ImageManifest::imageVersion);
        add.accept("built", ImageManifest::built);
        add.accept("kernel", ImageManifest::kernel);
        add.accept("driverBranch", ImageManifest::driverBranch);
        add.accept("cudaBranch", ImageManifest::cudaBranch);
        manifest.value()
                .ifPresent(m -> new TreeMap<>(m.extra())
                        .forEach((key, value) -> facts.add(Fact.of("manifest." + key, value, "manifest"))));
    }

    private static void hardware(NodeFacts.Hardware hardware, DetailSheet details, List<Fact> facts) {
        facts.add(Fact.of("gpusOnBus", hardware.gpusOnBus().map(String::valueOf), "lspci"));
        each("gpus", hardware.gpus(), "smi-gpus", facts, (gpu, into) -> {
            gpu(gpu, into);
            details.gpu(gpu.bdf());
        });
        facts.add(Fact.of("holders", hardware.holders().map(FactSheet::holders), "holders"));
        facts.add(Fact.of("fabric.state", hardware.fabric().map(NodeFacts.Fabric::state), "smi-q"));
        facts.add(Fact.of("fabric.linksActive", hardware.fabric().map(f -> "" + f.linksActive()), "nvlink"));
        facts.add(Fact.of("fabric.linksExpected", hardware.fabric().map(f -> "" + f.linksExpected()), "nvlink"));
    }

    /** Adds a GPU by its bus address: the index changes after a reboot with one GPU less. */
    private static void gpu(Gpu gpu, List<Fact> facts) {
        BiConsumer<String, String> add = (name, value) -> facts.add(
                Fact.of("gpus[" + gpu.bdf() + "]." + name, notBlank(value, "nvidia-smi --query-gpu"), "smi-gpus"));
        add.accept("index", Integer.toString(gpu.index()));
        add.accept("uuid", gpu.uuid());
        add.accept("serial", gpu.serial());
        add.accept("name", gpu.name());
        add.accept("driverVersion", gpu.driverVersion());
        add.accept("vbios", gpu.health().vbios());
        add.accept("mig", gpu.health().mig());
        BiConsumer<String, String> health = (name, value) ->
                facts.add(Fact.of("gpus[" + gpu.bdf() + "]." + name, notBlank(value, "nvidia-smi -q"), "smi-q"));
        health.accept("recoveryAction", gpu.health().recoveryAction());
        health.accept("remapPending", gpu.health().remapPending());
        health.accept("remapFailure", gpu.health().remapFailure());
    }

    private static Reading<String> notBlank(String value, String tool) {
        return value.isBlank() ? Reading.unknown(tool + " did not say it") : Reading.of(value);
    }

    private static String holders(List<Holder> holders) {
        return list(holders.stream()
                .map(h -> h.device() + " by pid " + h.pid() + " " + h.command())
                .toList());
    }

    private static void runtime(Reading<RuntimeSettings> runtime, List<Fact> facts) {
        BiConsumer<String, Function<RuntimeSettings, String>> add =
                (name, part) -> facts.add(Fact.of(name, runtime.map(part), "smi-gpus"));
        add.accept("persistence", RuntimeSettings::persistence);
        add.accept("computeMode", RuntimeSettings::computeMode);
        facts.add(Fact.of("powerLimitWatts", runtime.map(RuntimeSettings::powerLimitWatts), "W", "smi-gpus"));
        facts.add(Fact.of("clocks", runtime.map(RuntimeSettings::clocks), "MHz", "smi-gpus"));
        add.accept("eccMode", RuntimeSettings::eccMode);
        add.accept("migMode", RuntimeSettings::migMode);
    }

    private static String targets(List<DcgmTarget> targets) {
        List<String> apart = targets.stream()
                .filter(DcgmTarget::apart)
                .map(t -> t.words() + " on GPU " + t.gpu())
                .toList();
        return apart.isEmpty() ? "each as it is now, or none" : list(apart);
    }

    private static void software(NodeFacts.Software software, List<Fact> facts) {
        Reading<List<String>> services = software.services()
                .map(s -> new TreeMap<>(s)
                        .entrySet().stream()
                                .map(e -> e.getKey() + "=" + e.getValue())
                                .toList());
        each("services", services, "services", facts, (service, into) -> {
            int equals = service.lastIndexOf('=');
            into.add(Fact.of(
                    "services[" + service.substring(0, equals) + "]", service.substring(equals + 1), "services"));
        });
        // The names of loaded modules are the field `modules` already, from the same section.
        facts.add(Fact.of("packagesBroken", software.packagesBroken().map(FactSheet::list), "audit"));
        each(
                "packages",
                software.packages(),
                "packages",
                facts,
                (p, into) -> into.add(Fact.of("packages[" + p.name() + "]", words(p), "packages")));
    }

    private static String words(InstalledPackage p) {
        String state = p.status().equals("installed") ? "" : " " + p.status();
        return p.version() + state + (p.held() ? " held" : "");
    }

    private static void events(Reading<List<XidEvent>> events, List<Fact> facts) {
        facts.add(
                Fact.of("kernelEvents", events.map(list -> list.isEmpty() ? "none" : "" + list.size()), "kernel-log"));
        List<XidEvent> seen = events.or(List.of());
        for (int i = 0; i < seen.size(); i++) {
            XidEvent event = seen.get(i);
            facts.add(Fact.of(
                    "kernelEvents[" + (i + 1) + "]",
                    event.at() + " " + event.bdf() + (event.nvswitch() ? " SXid " : " Xid ") + event.code() + " "
                            + event.text(),
                    "kernel-log"));
        }
    }

    private static <T> void each(
            String part, Reading<List<T>> reading, String section, List<Fact> facts, BiConsumer<T, List<Fact>> add) {
        if (!reading.known()) {
            facts.add(Fact.of(part, Reading.unknown(reading.error()), section));
        }
        reading.or(List.of()).forEach(item -> add.accept(item, facts));
    }

    private static String list(List<String> words) {
        return words.isEmpty() ? "none" : words.stream().collect(Collectors.joining(", "));
    }
}
