package dev.slipway.activities.slurm;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshFailure;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.util.List;

/** Runs commands of Slurm on a login host, over SSH. */
public final class SshCommands implements SlurmCommands {
    private static final int MOST = 4_000_000;
    private static final int NOT_FOUND = 127;

    private final SshNodes ssh;
    private final NodeRef host;

    /** {@code host} is the login host's name in the directory of {@code ssh}. */
    public SshCommands(SshNodes ssh, NodeRef host) {
        this.ssh = ssh;
        this.host = host;
    }

    @Override
    public Answer run(List<String> words, Duration limit) {
        SshAnswer answer = answer(words, limit);
        if (answer.exit() == NOT_FOUND) {
            throw FailureType.GATE_CLOSED.of("The commands of Slurm are not on " + host.name() + ": " + answer.fault());
        }
        return new Answer(answer.exit(), answer.out(), answer.err(), !answer.cut());
    }

    /** A login host that is silent is no node of the fleet: it is a part of the site. */
    private SshAnswer answer(List<String> words, Duration limit) {
        try {
            return ssh.run(host, RemoteCommand.of("slurm", words), new Limits(limit, MOST));
        } catch (SshFailure failure) {
            throw failure.silent()
                    ? FailureType.PART_AWAY.of(String.valueOf(failure.getMessage()), "the login host " + host.name())
                    : failure.passing();
        }
    }
}
