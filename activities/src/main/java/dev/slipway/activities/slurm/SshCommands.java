package dev.slipway.activities.slurm;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeRef;
import java.time.Duration;
import java.util.List;

/** Commands of Slurm on a login host, over SSH. */
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
    public Said run(List<String> words, Duration limit) {
        SshAnswer answer = ssh.ask(host, RemoteCommand.of("slurm", words), new Limits(limit, MOST));
        if (answer.exit() == NOT_FOUND) {
            throw FailureType.GATE_CLOSED.of("The commands of Slurm are not on " + host.name() + ": " + answer.fault());
        }
        return new Said(answer.exit(), answer.out(), answer.err(), !answer.cut());
    }
}
