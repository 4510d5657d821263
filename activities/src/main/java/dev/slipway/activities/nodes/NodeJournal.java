package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.MutationJournal;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds what a run did to a node, in two records: the audit, which is written before each mutation, and the directories
 * that detached work leaves on the node. Either is enough to call a node touched; both must be read to call it
 * untouched.
 */
public final class NodeJournal implements MutationJournal {
    private static final String STATE = "/var/lib/slipway/";
    private static final int NOT_THERE = 2;

    private final MutationJournal audit;
    private final SshNodes ssh;

    public NodeJournal(MutationJournal audit, SshNodes ssh) {
        this.audit = audit;
        this.ssh = ssh;
    }

    @Override
    public Reading<List<String>> dispatched(Act act) {
        Reading<List<String>> written = audit.dispatched(act);
        if (!written.known()) {
            return written;
        }
        return onNode(act)
                .map(found -> Stream.concat(written.or(List.of()).stream(), found.stream())
                        .toList());
    }

    private Reading<List<String>> onNode(Act act) {
        RemoteCommand list = RemoteCommand.root("slipway-journal", "ls", "-1", STATE + act.token());
        try {
            SshAnswer answer = ssh.ask(act.node(), list, Limits.brief());
            if (answer.ok()) {
                return Reading.of(
                        answer.out().lines().filter(line -> !line.isBlank()).toList());
            }
            boolean none = answer.exit() == NOT_THERE && answer.err().contains("No such file or directory");
            return none ? Reading.of(List.of()) : Reading.unknown(STATE + act.token() + ": " + answer.fault());
        } catch (ApplicationFailure silent) {
            FailureType.PART_AWAY.rethrow(silent);
            return Reading.unknown(silent.getOriginalMessage());
        }
    }
}
