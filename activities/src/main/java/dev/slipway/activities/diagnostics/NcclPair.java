package dev.slipway.activities.diagnostics;

import dev.slipway.activities.ssh.RunState;
import dev.slipway.facts.nvidia.nccl.NcclTests;
import dev.slipway.model.Baseline;
import dev.slipway.model.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs all_reduce_perf on two nodes, as the goal requires it: the command, and how its output is judged. */
record NcclPair(Baseline goal, String host, String partnerHost) {

    List<String> words() {
        int gpus = goal.profile().expectedGpus();
        return List.of(
                "mpirun",
                "--allow-run-as-root",
                "-np",
                Integer.toString(2 * gpus),
                "-H",
                host + ":" + gpus + "," + partnerHost + ":" + gpus,
                "-x",
                "NCCL_DEBUG=INFO",
                "all_reduce_perf",
                "-b",
                "512M",
                "-e",
                "16G",
                "-f",
                "2",
                "-g",
                "1");
    }

    /** Bandwidth alone does not prove the path. */
    Judged judge(RunState end, String partner) {
        Baseline.PairGate pair = goal.gates().pair();
        NcclTests found =
                NcclTests.parse(end.output().getBytes(StandardCharsets.UTF_8), end.exit(), pair.minBusBandwidth());
        Judged judged = Judged.bandwidth(found, pair.minBusBandwidth());
        return judged.verdict() == Verdict.PASS && !found.wentBy(pair.transport())
                ? otherPath(found, pair.transport())
                : judged.unlessNotBegun(end, found.reasons(), goal.gates().pairRequired())
                        .adding(", with " + partner);
    }

    /** Judges a test over another path. An unnamed path proves nothing. */
    private static Judged otherPath(NcclTests found, String transport) {
        return found.networkPath().isBlank()
                ? new Judged(Verdict.INFRASTRUCTURE, "NCCL did not print which transport it used")
                : new Judged(Verdict.FAIL, "NCCL used " + found.networkPath() + ", wanted " + transport);
    }
}
