package dev.slipway.facts;

import dev.slipway.model.Boot;
import dev.slipway.model.Identity;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reading;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Puts the sections of a probe's answer together to facts. */
final class FactsReader {
    private final Answers answers;

    FactsReader(Frame frame) {
        this.answers = new Answers(frame);
    }

    NodeFacts facts(NodeRef node, Instant collectedAt) {
        return new NodeFacts(
                node,
                collectedAt,
                identity(),
                boot(),
                new NodeFacts.Hardware(unread("lspci"), unread("smi-gpus"), unread("holders"), unread("nvlink")),
                new NodeFacts.Software(
                        Map.of(),
                        unread("packages"),
                        unread("audit"),
                        unread("manifest"),
                        unread("driver-owner"),
                        unread("services"),
                        unread("modules")),
                unread("dcgm-config"),
                unread("kernel-log"));
    }

    private static <T> Reading<T> unread(String name) {
        return Reading.unknown(name + ": this version does not read it");
    }

    private Reading<Identity> identity() {
        return Readings.both(
                answers.line("machine-id"),
                answers.line("product-uuid"),
                (machine, product) -> new Identity(machine, product.toLowerCase(Locale.ROOT), Optional.empty()));
    }

    private Reading<Boot> boot() {
        Reading<Boot> named = Readings.both(
                answers.line("boot-id"),
                answers.line("kernel"),
                (id, kernel) -> new Boot(id, kernel, "", "", java.util.List.of(), ""));
        return named.known() ? unread("kernels") : named;
    }
}
