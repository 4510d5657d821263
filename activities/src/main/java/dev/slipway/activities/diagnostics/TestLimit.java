package dev.slipway.activities.diagnostics;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.TestTimeouts;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Limits how long a test may take, from its own start on the node, and names the programs that continue if it is
 * killed.
 *
 * @param extended the limit on a node with NVIDIA's extended utility diagnostics, which dcgmi diag then runs from level
 * 3 on
 * @param leavesBehind dcgmi only calls nv-hostengine, whose child nvvs tests the GPUs
 */
record TestLimit(Duration usual, Duration extended, List<String> leavesBehind) {
    /**
     * Lists where DCGM looks for them.
     *
     * @see <a href="https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/dcgm-eud.html">DCGM EUD</a>
     */
    private static final List<String> EXTENDED_DIAGNOSTICS =
            List.of("/usr/share/nvidia/diagnostic/specializediag", "/usr/share/nvidia/cpu/diagnostic/cpueud");

    private static final int FIRST_EXTENDED_LEVEL = 3;

    static TestLimit ofDiag(TestTimeouts timeouts, int level) {
        Duration usual = timeouts.diag(level);
        boolean longer = level >= FIRST_EXTENDED_LEVEL && timeouts.diag4().compareTo(usual) > 0;
        return new TestLimit(usual, longer ? timeouts.diag4() : usual, List.of("nvvs"));
    }

    static TestLimit ofNccl(Duration usual) {
        return new TestLimit(usual, usual, List.of());
    }

    /**
     * Returns whether a run on {@code node} takes longer than it may; the node is read only when the usual time is
     * over.
     */
    Predicate<RunState> over(NodeRef node, SshNodes ssh) {
        return run -> run.ran().compareTo(usual) >= 0 && run.ran().compareTo(on(node, ssh)) >= 0;
    }

    /** Safe to repeat: reads only. Returns the limit that applies on {@code node}. */
    Duration on(NodeRef node, SshNodes ssh) {
        return !extended.equals(usual) && hasExtendedDiagnostics(node, ssh) ? extended : usual;
    }

    private static boolean hasExtendedDiagnostics(NodeRef node, SshNodes ssh) {
        return EXTENDED_DIAGNOSTICS.stream()
                .anyMatch(file -> ssh.ask(node, RemoteCommand.of("extended-diagnostics", "ls", file), Limits.brief())
                        .ok());
    }
}
