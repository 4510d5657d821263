package dev.slipway.activities.drift;

import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshDirectory;
import dev.slipway.activities.ssh.SshFailure;
import dev.slipway.facts.probe.ParsedSections;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.Durations;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.model.rollout.MemberAnswer.Kind;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * Reads one member of a fleet: its facts, or in one word why there are none. Only a connection that broke is tried once
 * more.
 */
public final class MemberReader {
    private static final Duration LOOK_BACK = Duration.ofHours(1);
    private static final int MOST_KNOWN = 1_024;
    private static final String LOOK = "log in by hand and check";

    private final NodeFactsReader reader;
    private final SshDirectory directory;
    private final InstantSource clock;

    /** Nodes of one image answer most sections alike. */
    private final ParsedSections known = new ParsedSections(MOST_KNOWN);

    /**
     * Holds a reading: {@code hostname} is the machine's own name; {@code facts} are present if the machine answered at
     * all; unread parts are unknown in them.
     */
    public record Read(MemberAnswer answer, Optional<NodeFacts> facts, String hostname) {

        /** Creates the result of a member that did not report its own name. */
        Read(MemberAnswer answer, Optional<NodeFacts> facts) {
            this(answer, facts, "");
        }
    }

    public MemberReader(NodeFactsReader reader, SshDirectory directory, InstantSource clock) {
        this.reader = reader;
        this.directory = directory;
        this.clock = clock;
    }

    /** Safe to repeat: reads only. It never fails because of the node. */
    Read read(NodeRef node, String rack, ScanSlots slots) throws InterruptedException {
        Duration within = slots.nodeTimeout();
        try {
            return slots.during(rack, () -> asked(node, within))
                    .orElseGet(() -> silent(
                            node,
                            Kind.TIMED_OUT,
                            node.name() + " did not give its facts within " + Durations.words(within),
                            SshFailure.Kind.TIMED_OUT));
        } catch (ExecutionException failed) {
            return silent(node, Objects.requireNonNullElse(failed.getCause(), failed));
        }
    }

    private Read asked(NodeRef node, Duration within) {
        Instant now = clock.instant();
        try {
            return answered(node, now, reader.once(node, now.minus(LOOK_BACK), within));
        } catch (SshFailure e) {
            if (e.kind() != SshFailure.Kind.LOST && e.kind() != SshFailure.Kind.UNREACHABLE) {
                throw e;
            }
            return answered(node, now, reader.once(node, now.minus(LOOK_BACK), within));
        }
    }

    private Read answered(NodeRef node, Instant now, SshAnswer answer) {
        ProbeAnswer probed = ProbeAnswer.of(answer.bytes());
        NodeFacts facts = probed.facts(node, now, clock.instant(), known);
        Optional<String> noRoot = probed.rootRefused();
        if (noRoot.isPresent()) {
            String user = directory.target(node).user();
            return new Read(
                    MemberAnswer.without(
                            node,
                            Kind.SUDO_PASSWORD,
                            user + " does not become root on " + node.name() + ": " + noRoot.get(),
                            "let " + user + " use sudo without a password there"),
                    Optional.of(facts));
        }
        if (facts.boot().known()) {
            return new Read(MemberAnswer.facts(node, facts.identity().value()), Optional.of(facts), probed.hostname());
        }
        Optional<String> rebooted = probed.rebooted();
        MemberAnswer none = rebooted.isPresent()
                ? MemberAnswer.without(node, Kind.REBOOTED, rebooted.get(), "try again when it is up")
                : MemberAnswer.without(node, Kind.NO_FACTS, sentence(facts.boot(), answer), LOOK);
        return new Read(none, Optional.of(facts));
    }

    private static String sentence(Reading<?> boot, SshAnswer answer) {
        return "the probe gave no facts: " + boot.error() + (answer.ok() ? "" : " (" + answer.fault() + ")");
    }

    private Read silent(NodeRef node, Throwable cause) {
        return switch (cause) {
            case SshFailure e -> silent(node, kind(e.kind()), String.valueOf(e.getMessage()), e.kind());
            case ApplicationFailure e ->
                new Read(
                        MemberAnswer.without(node, Kind.UNREACHABLE, e.getOriginalMessage(), "correct it in fleets/"),
                        Optional.empty());
            default -> throw new IllegalStateException("reading " + node + " failed", cause);
        };
    }

    private Read silent(NodeRef node, Kind kind, String said, SshFailure.Kind failure) {
        return new Read(
                MemberAnswer.without(node, kind, said, directory.target(node).next(failure)), Optional.empty());
    }

    private static Kind kind(SshFailure.Kind kind) {
        return switch (kind) {
            case REFUSED -> Kind.REFUSED;
            case TIMED_OUT -> Kind.TIMED_OUT;
            case NO_ROUTE -> Kind.NO_ROUTE;
            case UNREACHABLE -> Kind.UNREACHABLE;
            case HOST_KEY -> Kind.HOST_KEY;
            case AUTH -> Kind.KEY_NOT_ACCEPTED;
            case LOST -> Kind.LOST;
        };
    }
}
