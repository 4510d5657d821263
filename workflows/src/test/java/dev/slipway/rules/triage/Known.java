package dev.slipway.rules.triage;

import dev.slipway.fake.Sample;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuFindings;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A whole node with local switches, spoiled one part at a time, and what the router makes of it. */
final class Known {
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    static final Instant BOOT = NOW.minusSeconds(36_000);
    static final String GPU = "0000:10:00.0";
    static final String OTHER = "0000:11:00.0";
    static final String SERIAL = "165000";
    static final NodeRef NODE = new NodeRef("prod", "gpu-1");

    final Sample sample = Sample.clean();
    final List<XidEvent> events = new ArrayList<>();
    final List<LoadState.Trouble> troubles = new ArrayList<>();
    Reading<Instant> bootedAt = Reading.of(BOOT);
    RoutingInput.Outside outside = RoutingInput.Outside.none();
    XidPolicy policy = XidPolicy.NONE;
    List<GpuEvent> past = List.of();
    NodeDetails.OnGpus onGpus = NodeDetails.OnGpus.unread("not asked");
    Map<String, String> offered = Map.of();
    Map<String, Map<String, Reading<String>>> reported = Map.of();

    static Known well() {
        Known known = new Known();
        known.sample.services = Reading.of(Map.of("nvidia-persistenced", "active", "nvidia-fabricmanager", "active"));
        return known;
    }

    Known with(Consumer<Known> change) {
        change.accept(this);
        return this;
    }

    Known spoiled(Consumer<Sample> change) {
        change.accept(sample);
        return this;
    }

    Known said(Symptom... words) {
        outside = RoutingInput.Outside.of(Set.of(words));
        return this;
    }

    Known xid(int code, String text) {
        return xid(code, GPU, NOW.minusSeconds(600), text);
    }

    Known xid(int code, String bdf, Instant at, String text) {
        events.add(new XidEvent(at, bdf, code, false, text));
        return this;
    }

    Known sxid(int code, String text) {
        events.add(new XidEvent(NOW.minusSeconds(600), "0000:05:00.0", code, true, text));
        return this;
    }

    Known mig(Map<String, String> resources, String... devices) {
        offered = resources;
        onGpus = new NodeDetails.OnGpus(Reading.of(List.of(devices)), onGpus.clients());
        return this;
    }

    Known runs(NodeDetails.GpuClient... clients) {
        onGpus = new NodeDetails.OnGpus(onGpus.migDevices(), Reading.of(List.of(clients)));
        return this;
    }

    Known asks(String recoveryAction) {
        return health(new Gpu.Health(recoveryAction, "No", "No", "96.00.74.00.01", "Disabled"));
    }

    Known health(Gpu.Health health) {
        List<Gpu> gpus = new ArrayList<>(sample.gpus.or(List.of()));
        Gpu first = gpus.getFirst();
        gpus.set(
                0,
                new Gpu(
                        first.index(),
                        first.uuid(),
                        first.serial(),
                        first.bdf(),
                        first.name(),
                        first.driverVersion(),
                        health));
        sample.gpus = Reading.of(gpus);
        return this;
    }

    /** What else the first GPU reports of its health, in the form of {@link GpuFindings}. */
    Known reports(String health) {
        reported = Map.of(GPU, Map.of(GpuFindings.DETAIL, Reading.of(health)));
        return this;
    }

    Known trouble(LoadState.Trouble.Kind kind, String line) {
        troubles.add(new LoadState.Trouble(kind, line));
        return this;
    }

    Known past(GpuEvent... kept) {
        past = List.of(kept);
        return this;
    }

    NodeFacts facts() {
        if (sample.events.known()) {
            sample.events = Reading.of(List.copyOf(events));
        }
        NodeFacts facts = sample.facts();
        NodeDetails none = NodeDetails.unread("not asked");
        NodeDetails details = new NodeDetails(
                none.collected(),
                bootedAt,
                reported,
                none.dkms(),
                none.initramfsDriver(),
                onGpus,
                new NodeDetails.Outside(
                        none.outside().place(),
                        Reading.of(new NodeDetails.Scheduling(
                                "Kubernetes", true, List.of(), Map.of(), Map.of(), offered))));
        LoadState unread = facts.load();
        LoadState load = new LoadState(
                unread.loaded(),
                unread.files(),
                unread.vermagic(),
                unread.signer(),
                unread.flavour(),
                unread.initramfs(),
                troubles.isEmpty() ? unread.troubles() : Reading.of(List.copyOf(troubles)));
        return new NodeFacts(
                facts.node(),
                NOW,
                facts.identity(),
                facts.boot(),
                facts.hardware(),
                facts.software(),
                facts.runtime(),
                facts.kernelEvents(),
                load,
                facts.kernels(),
                facts.driverFiles(),
                facts.fabric(),
                facts.persistence(),
                details,
                facts.log());
    }

    RoutingInput signals() {
        return new RoutingInput(facts(), Optional.of(sample.baseline()), outside, Reading.of(past), policy);
    }

    TriageResult routed() {
        return TriageTable.route(signals());
    }
}
