package dev.slipway.rules.triage;

import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.Field;
import dev.slipway.model.ShortList;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Answers the questions of the router alone: whether the node answers, what people report, and what several parts show
 * together.
 */
record TriageView(RoutingInput signals, NodeView node) {
    private static final String MISMATCH = "version mismatch";
    private static final String PERSISTENCED = "nvidia-persistenced";
    private static final int SHOWN = 4;

    static TriageView of(RoutingInput routingInput) {
        return new TriageView(routingInput, new NodeView(routingInput.facts(), routingInput.goal()));
    }

    private NodeFacts facts() {
        return signals.facts();
    }

    /** The node was read: some part of it answered over SSH, or saved outputs hold it. */
    private boolean answered() {
        return Stream.of(
                        facts().boot(),
                        facts().identity(),
                        facts().hardware().gpusOnBus(),
                        facts().hardware().gpus(),
                        facts().kernelEvents())
                .anyMatch(Reading::known);
    }

    Judgement outOfReach() {
        if (answered()) {
            return Judgement.no();
        }
        Reading<Boolean> bmc = signals.outside().bmcAnswers();
        String silent = "the node does not answer: " + facts().boot().error();
        return bmc.value()
                .map(answers -> answers ? Judgement.no() : Judgement.yes(silent, "its BMC does not answer"))
                .orElseGet(() -> Judgement.unknown(List.of(silent, "whether its BMC answers: " + bmc.error())));
    }

    /** NVML calls itself another version than the module, or the three versions of the driver are not one. */
    Judgement versionsApart() {
        String why = facts().hardware().gpus().error();
        if (!why.contains(MISMATCH)) {
            return node.gpus().answering().and(Judgement.no());
        }
        String line = "in the kernel " + shown(Field.DRIVER_RESIDENT) + ", on disk " + shown(Field.DRIVER_ON_DISK)
                + ", NVML " + shown(Field.DRIVER_USERSPACE);
        List<String> read = Stream.of(Field.DRIVER_RESIDENT, Field.DRIVER_ON_DISK, Field.DRIVER_USERSPACE)
                .flatMap(field -> facts().version(field).value().stream())
                .toList();
        if (read.stream().distinct().count() > 1) {
            return Judgement.yes(why, line);
        }
        return read.size() == 3 ? Judgement.no() : Judgement.unknown("the versions of the driver", line);
    }

    private String shown(Field field) {
        return facts().version(field).or("unknown");
    }

    /** A line of the log is old news where every GPU answers; two branches are trouble to come. */
    Judgement firmwareTrouble() {
        Judgement blamed = node.gpus().silent().and(node.log().firmwareToBlame());
        return blamed.or(node.driver().twoBranches());
    }

    Judgement builtForAnotherKernel() {
        return node.gpus().silent().and(node.log().blames(Trouble.Kind.OTHER_KERNEL, Trouble.Kind.UNKNOWN_SYMBOL));
    }

    /** The node's own fabric manager is down; it runs the switches only if they are in the node. */
    Judgement fabricManagerDown() {
        Judgement own = node.fabric().ownSwitches();
        Judgement open = node.gpus().answering().and(node.fabric().notRegistered());
        Judgement down = node.fabric().managerDown().or(open);
        return symptom(Symptom.CUDA_NOT_READY).or(own.isYes() ? down : own);
    }

    Judgement linksMissing() {
        Judgement links = node.fabric().linksMissing();
        return symptom(Symptom.PEER_PATH_SLOW)
                .or(signals.goal().isEmpty() ? links : node.gpus().answering().and(links));
    }

    /** Judges a symptom of an alert or a person: a missing report does not prove that there is none. */
    Judgement symptom(Symptom symptom) {
        return Judgement.of(signals.outside().symptoms().contains(symptom), "said: " + symptom.meaning());
    }

    Judgement drifted() {
        if (signals.goal().isEmpty()) {
            return Judgement.unknown(NodeView.NO_BASELINE, "");
        }
        Differences found = Differences.of(facts(), signals.goal().get());
        List<Difference> all = new ArrayList<>(found.versions());
        all.addAll(found.packages());
        List<String> differ = shown(all.stream().filter(d -> !d.unread()).toList());
        List<String> unread = shown(all.stream().filter(Difference::unread).toList());
        Judgement drift = differ.isEmpty() && !unread.isEmpty() ? Judgement.unknown(unread) : Judgement.any(differ);
        return node.gpus().answering().and(drift);
    }

    private static List<String> shown(List<Difference> differences) {
        return ShortList.of(differences, SHOWN);
    }

    Judgement persistenceOff() {
        boolean wanted = signals.goal()
                .map(b -> b.gates().services().contains(PERSISTENCED))
                .orElse(true);
        Judgement mode = Judgement.of(
                "runtime",
                facts().runtime(),
                runtime -> Judgement.of(
                        !runtime.persistence().equals("Enabled"), "persistence mode is " + runtime.persistence()));
        Judgement unit = Judgement.of("services", facts().software().services(), services -> {
            String state = services.getOrDefault(PERSISTENCED, "not-found");
            return Judgement.of(wanted && !state.equals("active"), PERSISTENCED + " is " + state);
        });
        return node.gpus().answering().and(mode.or(unit));
    }
}
