package dev.slipway.activities.ssh;

import dev.slipway.facts.probe.Probe;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.stream.Stream;

/** Reads the facts of a node, in one round trip. */
public final class NodeFactsReader {
    private static final Limits LIMITS = new Limits(Duration.ofMinutes(2), 4_000_000);

    private final SshNodes ssh;
    private final InstantSource clock;

    public NodeFactsReader(SshNodes ssh, InstantSource clock) {
        this.ssh = ssh;
        this.clock = clock;
    }

    /**
     * Safe to repeat: reads only. What could not be read is unknown in the facts; without {@code sections} all are
     * read. Fails with TRANSIENT if the node gave no answer.
     */
    public NodeFacts read(NodeRef node, Instant t0, String... sections) {
        return ProbeAnswer.of(run(node, t0, sections)).facts(node, clock.instant());
    }

    /** Holds facts, and the boot that the node ran when they were read; empty if it does not report one. */
    public record OfBoot(NodeFacts facts, String bootId) {}

    /** Does the same as {@link #readSinceMark}, with the boot beside it: {@code boot-id} must be among the sections. */
    public OfBoot readOfBoot(Act act, String... sections) {
        ProbeAnswer answer = ProbeAnswer.of(run(act.node(), act.t0(), sinceMark(act, sections)));
        return new OfBoot(answer.facts(act.node(), clock.instant()), answer.bootId());
    }

    /** Does the same as {@link #read}, with the kernel's log from the act's mark on. */
    public NodeFacts readSinceMark(Act act, String... sections) {
        return read(act.node(), act.t0(), sinceMark(act, sections));
    }

    private static String[] sinceMark(Act act, String... sections) {
        return Stream.concat(act.mark().map(Probe::after).stream(), Arrays.stream(sections))
                .toArray(String[]::new);
    }

    /** Safe to repeat: reads only. Returns where the kernel's log of the act's node ends now. */
    public Reading<LogPosition> endOfLog(Act act) {
        return read(act.node(), act.t0(), "boot-id", "log-end").log().end();
    }

    /**
     * Safe to repeat: reads only. Returns the answer of the probe as it came. Fails with TRANSIENT if there was none.
     */
    public byte[] run(NodeRef node, Instant t0, String... sections) {
        SshAnswer answer = ssh.ask(node, command(t0, sections), LIMITS);
        if (answer.bytes().length == 0) {
            throw FailureType.TRANSIENT.of("The probe said nothing on " + node + ": " + answer.fault());
        }
        return answer.bytes();
    }

    /**
     * Safe to repeat: reads only. Tries once, and ends within {@code limit} of its start on the node, else {@link
     * SshFailure}.
     */
    public SshAnswer once(NodeRef node, Instant t0, Duration limit) {
        return once(node, t0, limit, new String[0]);
    }

    /** Does the same as {@link #once(NodeRef, Instant, Duration)}, for these sections only. */
    public SshAnswer once(NodeRef node, Instant t0, Duration limit, String... sections) {
        return ssh.run(node, command(t0, sections), new Limits(limit, LIMITS.maxBytes()));
    }

    private static RemoteCommand command(Instant t0, String... sections) {
        String[] arguments = new String[sections.length + 1];
        arguments[0] = Long.toString(t0.getEpochSecond());
        System.arraycopy(sections, 0, arguments, 1, sections.length);
        return RemoteCommand.script(Probe.NAME, Probe.script(), arguments);
    }
}
