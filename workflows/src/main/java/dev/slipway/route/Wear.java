package dev.slipway.route;

import static dev.slipway.route.Answer.no;
import static dev.slipway.route.Answer.unknown;
import static dev.slipway.route.Answer.yes;

import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.Gpu;
import dev.slipway.model.InstalledPackage;
import dev.slipway.model.LoadState;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.model.ShortList;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The questions that the rows ask of the driver's parts, of links, versions and settings. */
final class Wear {
    private static final Pattern BRANCH = Pattern.compile("nvidia-(?:driver|dkms)-(\\d{3}).*");
    private static final String FABRIC_MANAGER = "nvidia-fabricmanager";
    private static final String PERSISTENCED = "nvidia-persistenced";
    private static final int SHOWN = 4;

    private final Signals signals;
    private final NodeFacts facts;
    private final Looks looks;

    Wear(Signals signals) {
        this.signals = signals;
        this.facts = signals.facts();
        this.looks = new Looks(signals);
    }

    /** A line of the log is old news where every GPU answers; two branches are trouble to come. */
    Answer firmwareTrouble() {
        Answer log = logged("gsp_", "RmInitAdapter", "rm_init_adapter", "initialize GSP")
                .or(trouble(LoadState.Trouble.Kind.GSP_FIRMWARE, LoadState.Trouble.Kind.ADAPTER));
        return looks.silent().and(log).or(twoBranches());
    }

    private Answer logged(String... words) {
        if (!signals.events().known()) {
            return unknown("kernelEvents: " + signals.events().error());
        }
        return signals.events().or(List.of()).stream()
                .filter(event -> List.of(words).stream().anyMatch(event.text()::contains))
                .findFirst()
                .map(event -> yes("kernel log: " + event.text()))
                .orElseGet(Answer::no);
    }

    /** A driver that answers was loaded: nothing stood in the way of that, and nobody needs the log to know it. */
    private Answer trouble(LoadState.Trouble.Kind... kinds) {
        Reading<List<LoadState.Trouble>> troubles = facts.load().troubles();
        if (!troubles.known()) {
            return looks.answering().is(Answer.Kind.YES) ? no() : unknown("the load's troubles: " + troubles.error());
        }
        return troubles.or(List.of()).stream()
                .filter(trouble -> List.of(kinds).contains(trouble.kind()))
                .findFirst()
                .map(trouble -> yes("kernel log: " + trouble.line()))
                .orElseGet(Answer::no);
    }

    private Answer twoBranches() {
        Reading<List<InstalledPackage>> packages = facts.software().packages();
        if (!packages.known()) {
            return unknown("packages: " + packages.error());
        }
        List<String> branches = packages.or(List.of()).stream()
                .filter(p -> p.status().equals("installed"))
                .map(p -> BRANCH.matcher(p.name()))
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .distinct()
                .sorted()
                .toList();
        return Answer.of(branches.size() > 1, "driver branches installed: " + String.join(" and ", branches));
    }

    Answer builtForAnotherKernel() {
        return looks.silent().and(trouble(LoadState.Trouble.Kind.OTHER_KERNEL, LoadState.Trouble.Kind.UNKNOWN_SYMBOL));
    }

    /** Only where the switches are in the node does its own fabric manager run them. */
    Answer fabricManagerDown() {
        Answer said = symptom(Symptom.CUDA_NOT_READY);
        if (signals.goal().isEmpty()) {
            return said.or(unknown(Looks.NO_BASELINE));
        }
        if (!signals.goal().get().profile().nvswitch().equals("local")) {
            return said;
        }
        Answer unit = facts.software()
                .services()
                .value()
                .map(services -> services.getOrDefault(FABRIC_MANAGER, "not-found"))
                .map(state -> Answer.of(!state.equals("active"), FABRIC_MANAGER + " is " + state))
                .orElseGet(
                        () -> unknown("services: " + facts.software().services().error()));
        Answer open = facts.hardware()
                .fabric()
                .value()
                .map(fabric -> Answer.of(
                        !fabric.state().equals("Completed"), "the GPUs' state in the fabric is " + fabric.state()))
                .orElseGet(() -> unknown("fabric: " + facts.hardware().fabric().error()));
        return said.or(unit).or(looks.answering().and(open));
    }

    Answer linksMissing() {
        Answer said = symptom(Symptom.PEER_PATH_SLOW);
        if (signals.goal().isEmpty()) {
            return said.or(unknown(Looks.NO_BASELINE));
        }
        int wanted = signals.goal().get().profile().nvlinksPerGpu();
        if (wanted == 0) {
            return said;
        }
        Answer links = facts.hardware()
                .fabric()
                .value()
                .map(fabric -> Answer.of(
                        fabric.linksActive() < wanted,
                        fabric.linksActive() + " of " + wanted + " NVLinks active on a GPU"))
                .orElseGet(() -> unknown("fabric: " + facts.hardware().fabric().error()));
        return said.or(looks.answering().and(links));
    }

    /** A word of an alert or a person: that nobody said it is no proof that it is not so. */
    Answer symptom(Symptom symptom) {
        return Answer.of(signals.outside().symptoms().contains(symptom), "said: " + symptom.meaning());
    }

    /** The driver's own marks of rows that were or could not be remapped. */
    Answer rowsMarked() {
        List<String> marked = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (Gpu gpu : facts.hardware().gpus().or(List.of())) {
            String name = "GPU " + gpu.bdf() + ", serial " + gpu.serial();
            if (gpu.health().remapPending().equalsIgnoreCase("Yes")) {
                marked.add(name + ": row remap pending");
            }
            if (gpu.health().remapFailure().equalsIgnoreCase("Yes")) {
                marked.add(name + ": row remap failed");
            }
            if (gpu.health().remapPending().isBlank()
                    || gpu.health().remapFailure().isBlank()) {
                unread.add(gpu.bdf());
            }
        }
        if (!marked.isEmpty()) {
            return yes(marked.toArray(String[]::new));
        }
        return unread.isEmpty()
                ? no()
                : unknown(
                        "row remaps, pending and failed, of " + unread.size() + " GPUs: " + String.join(", ", unread));
    }

    Answer drifted() {
        if (signals.goal().isEmpty()) {
            return unknown(Looks.NO_BASELINE);
        }
        Differences found = Differences.of(facts, signals.goal().get());
        List<Difference> all = new ArrayList<>(found.versions());
        all.addAll(found.packages());
        List<String> differ = shown(all.stream().filter(d -> !d.unread()).toList());
        List<String> unread = shown(all.stream().filter(Difference::unread).toList());
        Answer drift = differ.isEmpty()
                ? unread.isEmpty() ? no() : unknown(unread.toArray(String[]::new))
                : yes(differ.toArray(String[]::new));
        return looks.answering().and(drift);
    }

    private static List<String> shown(List<Difference> differences) {
        return ShortList.of(differences, SHOWN);
    }

    Answer persistenceOff() {
        boolean wanted = signals.goal()
                .map(b -> b.gates().services().contains(PERSISTENCED))
                .orElse(true);
        Answer mode = facts.runtime()
                .value()
                .map(runtime -> Answer.of(
                        !runtime.persistence().equals("Enabled"), "persistence mode is " + runtime.persistence()))
                .orElseGet(() -> unknown("runtime: " + facts.runtime().error()));
        Answer unit = facts.software()
                .services()
                .value()
                .map(services -> services.getOrDefault(PERSISTENCED, "not-found"))
                .map(state -> Answer.of(wanted && !state.equals("active"), PERSISTENCED + " is " + state))
                .orElseGet(
                        () -> unknown("services: " + facts.software().services().error()));
        return looks.answering().and(mode.or(unit));
    }
}
