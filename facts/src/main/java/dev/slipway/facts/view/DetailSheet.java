package dev.slipway.facts.view;

import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeDetails.Collected;
import dev.slipway.model.facts.NodeDetails.Location;
import dev.slipway.model.facts.NodeDetails.Scheduling;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Adds the facts of {@link NodeDetails}, each part at its place in the sheet. */
record DetailSheet(NodeDetails details, List<Fact> facts) {
    private static final String NOT_GIVEN = "n/a";
    private static final Source FLEET = new Source(Source.FLEET, "fleets/*.yaml");

    void collected() {
        add("collector.version", details.collected().map(Collected::version), "collector");
        add(
                "collector.clock",
                details.collected()
                        .value()
                        .map(Collected::clock)
                        .orElseGet(() -> Reading.unknown(details.collected().error()))
                        .map(Object::toString),
                "clock");
        add("collector.t0", details.collected().map(c -> c.t0().toString()), "collector");
    }

    /** The names of the node, and where its fleet's file puts it; what the file does not give is {@code n/a}. */
    void locate(NodeFacts node) {
        Source asked = new Source("node", "the name that was asked for");
        facts.add(new Fact("identity.cluster", Reading.of(node.node().cluster()), "", asked));
        facts.add(new Fact("identity.name", Reading.of(node.node().name()), "", asked));
        locate("fleet", location -> Optional.of(location.fleet()));
        locate("sku", Location::sku);
        locate("rack", Location::rack);
        locate("bmc", Location::bmc);
        locate("nvlinkDomain", Location::nvlinkDomain);
        locate("site", Location::site);
    }

    private void locate(String name, Function<Location, Optional<String>> part) {
        Reading<String> reading =
                details.outside().place().map(location -> part.apply(location).orElse(NOT_GIVEN));
        facts.add(new Fact("identity." + name, reading, "", FLEET));
    }

    void boot() {
        add("boot.bootTime", details.bootedAt().map(Object::toString), "boot-time");
    }

    /** Adds a GPU's report, under the GPU's own name. */
    void gpu(String bdf) {
        details.gpus()
                .getOrDefault(bdf, Map.of())
                .forEach((name, reading) ->
                        add("gpus[" + bdf + "]." + name, reading, name.equals("nvlinkActive") ? "nvlink" : "smi-q"));
    }

    /** Adds how the GPUs are partitioned, and whose programs are on them. */
    void onGpus() {
        add(
                "gpus.mig",
                details.onGpus().migDevices().map(all -> all.isEmpty() ? "none" : String.join(", ", all)),
                "smi-list");
        add(
                "gpus.jobs",
                details.onGpus()
                        .clients()
                        .map(all -> all.isEmpty()
                                ? "none"
                                : String.join(
                                        ", ",
                                        all.stream()
                                                .map(NodeDetails.GpuClient::of)
                                                .distinct()
                                                .sorted()
                                                .toList())),
                "gpu-jobs");
    }

    void modules() {
        add("driverInitramfs", details.initramfsDriver(), "initramfs");
        add("dkms", details.dkms().map(all -> all.isEmpty() ? "none" : "" + all.size()), "dkms");
        Map<String, String> builds = new TreeMap<>();
        details.dkms()
                .or(List.of())
                .forEach(m -> builds.merge(
                        "dkms[" + (m.module() + "/" + m.version() + " " + m.kernel()).strip() + "]",
                        m.state(),
                        (first, second) -> first + ", " + second));
        builds.forEach((name, state) -> add(name, Reading.of(state), "dkms"));
    }

    void scheduling() {
        Reading<Scheduling> scheduling = details.outside().scheduling();
        scheduler("scheduler", scheduling.map(Scheduling::scheduler));
        scheduler("scheduler.unschedulable", scheduling.map(s -> s.schedulable() ? "no" : "yes"));
        scheduler(
                "scheduler.taints", scheduling.map(s -> s.taints().isEmpty() ? "none" : String.join(", ", s.taints())));
        scheduling.value().ifPresent(s -> {
            marks("labels", s.labels());
            marks("annotations", s.annotations());
        });
    }

    private void marks(String kind, Map<String, String> marks) {
        scheduler("scheduler." + kind, Reading.of(marks.isEmpty() ? "none of ours" : marks.size() + " of ours"));
        new TreeMap<>(marks)
                .forEach((name, value) -> scheduler(
                        "scheduler." + kind + "[" + name + "]", Reading.of(value.isBlank() ? "(empty)" : value)));
    }

    private void scheduler(String name, Reading<String> reading) {
        String who = details.outside().scheduling().map(Scheduling::scheduler).or("not known");
        facts.add(new Fact(name, reading, "", new Source(Source.SCHEDULER, who)));
    }

    private void add(String name, Reading<String> reading, String section) {
        facts.add(Fact.of(name, reading, section));
    }
}
