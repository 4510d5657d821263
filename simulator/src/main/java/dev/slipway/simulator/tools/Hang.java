package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.Proving.Ends;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays commands that never end: a test among them leaves a process on a GPU until it is ended. */
final class Hang {
    private static final String OWNER = "hung-test";
    private static final long PID = 7_301;
    private static final Map<String, String> ON_GPU =
            Map.of("dcgmi", Diag.ENGINE, "all_reduce_perf", Nccl.PROGRAM, "mpirun", Nccl.PROGRAM);
    private static final Duration FOR_EVER = Duration.ofDays(3_650);

    private Hang() {}

    /** Hangs for ever, but returns at once if the node is not to hang in this command. */
    static void forever(SimulatedNode node, String name, List<String> words) {
        String command = name + " " + String.join(" ", words);
        if (ends(node, command).isPresent()) {
            String onGpu = ON_GPU.get(name);
            if (onGpu != null) {
                node.addProcess(new GpuProcess(PID, onGpu, 0, OWNER + " " + command));
            }
            node.clock().spend(FOR_EVER);
        }
    }

    /** Processes of hung tests: those of a job, and those that {@code programs} names wherever they run. */
    static List<GpuProcess> left(SimulatedNode node, List<String> programs) {
        return node.processes().stream()
                .filter(process -> process.owner().startsWith(OWNER)
                        ? !process.command().equals(Diag.ENGINE) || programs.contains(Diag.ENGINE)
                        : programs.contains(process.command()))
                .toList();
    }

    /** Returns what it takes to end the test that hangs now. */
    static Ends of(SimulatedNode node) {
        return node.processes().stream()
                .map(GpuProcess::owner)
                .filter(owner -> owner.startsWith(OWNER))
                .flatMap(owner -> ends(node, owner.substring(OWNER.length() + 1)).stream())
                .findFirst()
                .orElse(Ends.AT_TERM);
    }

    private static Optional<Ends> ends(SimulatedNode node, String command) {
        return node.driver().resident().flatMap(driver -> node.proving().hangs(driver, command));
    }
}
