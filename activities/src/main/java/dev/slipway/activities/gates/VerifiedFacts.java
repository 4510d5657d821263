package dev.slipway.activities.gates;

import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Baseline;
import dev.slipway.model.Difference;
import dev.slipway.model.Field;
import dev.slipway.model.GateResult;
import dev.slipway.model.UnchangeableFields;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.DcgmTarget;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuFindings;
import dev.slipway.rules.triage.KernelErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Gates G0–G4 and G11 of one node's facts against a baseline. What could not be read is never passed. */
record VerifiedFacts(NodeFacts facts, Baseline goal) {

    /** G0: the boot that was read is the boot that the scheduler sees, and the node is ready. */
    GateResult registered(FactsRef ref, SchedulingState schedulingState) {
        Objections objections = new Objections();
        schedulingState.machine().ifPresent(machine -> {
            objections.unless(machine.ready(), "the scheduler reports the node as not ready");
            objections.unless(
                    machine.bootId().equals(ref.bootId()),
                    "the scheduler sees boot " + machine.bootId() + ", the node runs " + ref.bootId());
        });
        objections.unless(!ref.bootId().isBlank(), "the node does not say which boot it runs");
        return objections.result("G0", "boot " + ref.bootId() + " is registered and ready");
    }

    /** G1: as many GPUs as the profile says, on the bus, answering, and offered; none that was recorded is missing. */
    GateResult gpus(SchedulingState schedulingState, List<NodeFacts> recorded) {
        int expected = goal.profile().expectedGpus();
        Objections objections = new Objections();
        objections.read(
                "GPUs on the bus",
                facts.hardware().gpusOnBus(),
                found -> found == expected
                        ? Optional.empty()
                        : Optional.of(found + " of " + expected + " GPUs are on the bus"));
        objections.read(
                "the GPUs",
                facts.hardware().gpus(),
                found -> found.size() == expected
                        ? Optional.empty()
                        : Optional.of(found.size() + " of " + expected + " GPUs answer"));
        schedulingState
                .machine()
                .filter(machine -> machine.gpus() != expected)
                .ifPresent(machine ->
                        objections.add("the scheduler offers " + machine.gpus() + " of " + expected + " GPUs"));
        recorded.forEach(before -> missing(before).forEach(gpu -> objections.add("GPU " + gpu + " is gone")));
        return objections.result("G1", expected + " GPUs, the recorded ones");
    }

    private List<String> missing(NodeFacts before) {
        Set<String> now = new HashSet<>(
                facts.hardware().gpus().or(List.of()).stream().map(Gpu::uuid).toList());
        return before.hardware().gpus().or(List.of()).stream()
                .filter(gpu -> !now.contains(gpu.uuid()))
                .map(gpu -> gpu.uuid() + " serial " + gpu.serial())
                .toList();
    }

    /**
     * G2: every pin and every package of the goal, and no half-done package. A field that no runbook changes holds the
     * node where it is off, and so does an image whose manifest names other software than it has: writing it again
     * would not end that. With {@code found}, the node's facts of before, only what was not just so before holds it.
     */
    GateResult versions(Optional<NodeFacts> found) {
        Objections objections = new Objections();
        for (Difference difference : goal.differences(facts)) {
            if (difference.unread() && !unreadBefore(difference, found)) {
                objections.unread(difference.field() + " " + difference.found());
            } else if (difference.actionable() && !difference.unread()) {
                objections.add(difference.toString());
            }
        }
        UnchangeableFields off = UnchangeableFields.of(facts, goal);
        UnchangeableFields judged = found.map(before -> off.since(before, goal)).orElse(off);
        if (!judged.off().isEmpty()) {
            objections.hold((found.isPresent() ? "changed since the run began: " : "") + judged.sentence(facts.node()));
        }
        List<String> manifest = wrongManifest(found.map(ImageManifest::against).orElse(List.of()));
        if (!manifest.isEmpty()) {
            objections.hold(String.join("; ", manifest)
                    + ": the manifest of this image is wrong, or the image was changed after it was built: correct it"
                    + " where the image is built, and pin the new imageVersion");
        }
        objections.read(
                "half-done packages",
                facts.software().packagesBroken(),
                broken -> broken.isEmpty()
                        ? Optional.empty()
                        : Optional.of("half-done packages: " + String.join(", ", broken)));
        objections.read("the packages", facts.software().packages(), installed -> {
            List<String> wrong = wrongPackages(installed);
            return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", wrong));
        });
        return objections.result("G2", "every pin of " + goal.id() + " is met");
    }

    private List<String> wrongManifest(List<String> before) {
        if (!goal.imaged()) {
            return List.of();
        }
        List<String> wrong = new ArrayList<>(ImageManifest.against(facts));
        wrong.removeAll(before);
        return wrong;
    }

    private static boolean unreadBefore(Difference difference, Optional<NodeFacts> found) {
        return !difference.actionable()
                && found.flatMap(before -> Field.named(difference.field())
                                .map(field -> !before.version(field).known()))
                        .orElse(false);
    }

    private List<String> wrongPackages(List<InstalledPackage> installed) {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, String> wanted : goal.packages().entrySet()) {
            boolean there = installed.stream()
                    .anyMatch(p -> p.name().equals(wanted.getKey())
                            && p.version().equals(wanted.getValue())
                            && p.status().equals("installed"));
            if (!there) {
                wrong.add("package " + wanted.getKey() + " is not at " + wanted.getValue());
            }
        }
        return wrong;
    }

    /**
     * G3: no error in the kernel's log since the act's mark, and no GPU asks for a reset or a row remap, or reports
     * what {@code slipway parse} weighs as FAIL. What it weighs as WARN stands in the result.
     */
    GateResult errors() {
        Objections objections = new Objections();
        objections.read(
                "the kernel log",
                KernelErrors.in(facts.log()),
                errors -> errors.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", errors)));
        objections.read("the health of the GPUs", facts.hardware().gpus(), gpus -> {
            List<String> sick = each(gpus, findings -> findings.troubles().stream());
            each(gpus, findings -> findings.unread().stream())
                    .forEach(why -> objections.unread("the health of " + why));
            return sick.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", sick));
        });
        List<String> warnings = each(facts.hardware().gpus().or(List.of()), findings -> findings.warning().stream());
        return objections
                .result(
                        "G3",
                        "no error in the kernel log since the last change or boot, no recovery action, no row remap")
                .adding(warnings.stream().map(warning -> "; " + warning).collect(Collectors.joining()));
    }

    /** Returns what is found of each GPU, under its address. */
    private List<String> each(List<Gpu> gpus, Function<GpuFindings, Stream<String>> find) {
        return gpus.stream()
                .flatMap(gpu -> find.apply(new GpuFindings(facts, gpu)).map(text -> "GPU " + gpu.bdf() + " " + text))
                .toList();
    }

    /** G4: the services run, and on NVSwitch the fabric is complete with every link of the profile. */
    GateResult services() {
        boolean nvswitch = !goal.profile().nvswitch().equals("none");
        Set<String> wanted = new HashSet<>(goal.gates().services());
        wanted.add("nvidia-persistenced");
        if (nvswitch) {
            wanted.add("nvidia-fabricmanager");
        }
        Objections objections = new Objections();
        objections.read("the services", facts.software().services(), states -> {
            List<String> down = wanted.stream()
                    .sorted()
                    .filter(name -> !states.getOrDefault(name, "").equals("active"))
                    .toList();
            return down.isEmpty() ? Optional.empty() : Optional.of("not active: " + String.join(", ", down));
        });
        if (nvswitch) {
            int links = goal.profile().nvlinksPerGpu();
            objections.read(
                    "the fabric",
                    facts.hardware().fabric(),
                    fabric -> fabric.state().equals("Completed") && fabric.linksActive() >= links
                            ? Optional.empty()
                            : Optional.of("fabric " + fabric.state() + ", " + fabric.linksActive() + " of " + links
                                    + " links active"));
        }
        return objections.result("G4", "services active" + (nvswitch ? ", fabric complete" : ""));
    }

    /** G11: runtime settings as the goal wants them, and no MIG where the profile forbids it. */
    GateResult settings() {
        Objections objections = new Objections();
        goal.runtime()
                .ifPresent(wanted -> objections.read("the settings", facts.runtime(), found -> {
                    List<Difference> wrong = found.differences(wanted);
                    return wrong.isEmpty() ? Optional.empty() : Optional.of(Difference.words(wrong));
                }));
        goal.runtime()
                .map(wanted -> DcgmTarget.against(facts, wanted))
                .orElse(List.of())
                .forEach(apart -> {
                    if (apart.unread()) {
                        objections.unread("DCGM's targets could not be read: " + apart.reason());
                    } else {
                        objections.add(apart.toString());
                    }
                });
        if (!goal.profile().migAllowed()) {
            objections.read(
                    "the GPUs",
                    facts.hardware().gpus(),
                    gpus -> gpus.stream().anyMatch(gpu -> gpu.health().mig().equals("Enabled"))
                            ? Optional.of("MIG is enabled")
                            : Optional.empty());
        }
        return objections.result("G11", "settings as " + goal.id());
    }

    /** Collects what speaks against a pass: what is wrong, and what could not be read. */
    private static final class Objections {
        private final List<String> wrong = new ArrayList<>();
        private final List<String> unread = new ArrayList<>();
        private final List<String> held = new ArrayList<>();

        void hold(String text) {
            held.add(text);
        }

        void add(String text) {
            wrong.add(text);
        }

        void unread(String text) {
            unread.add(text);
        }

        void unless(boolean holds, String text) {
            if (!holds) {
                wrong.add(text);
            }
        }

        <T> void read(
                String what, dev.slipway.model.facts.Reading<T> reading, Function<T, Optional<String>> objection) {
            if (reading.value().isEmpty()) {
                unread.add(what + " could not be read: " + reading.error());
            } else {
                objection.apply(reading.value().get()).ifPresent(wrong::add);
            }
        }

        GateResult result(String gate, String passed) {
            if (!wrong.isEmpty()) {
                wrong.addAll(held);
                return new GateResult(gate, Verdict.FAIL, String.join("; ", wrong));
            }
            if (!held.isEmpty()) {
                return new GateResult(gate, Verdict.HOLD, String.join("; ", held));
            }
            return unread.isEmpty()
                    ? new GateResult(gate, Verdict.PASS, passed)
                    : new GateResult(gate, Verdict.INFRASTRUCTURE, String.join("; ", unread));
        }
    }
}
