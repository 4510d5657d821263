package dev.slipway.facts.nvidia.nccl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.ToolVerdict;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NcclTestsTest {
    /** Two processes of a test that was built without MPI say nothing of the node, whatever is asked of them. */
    @Test
    void processesThatRanEachByItselfAreNoVerdictOnTheNode() {
        String run = "#  Rank  0 Pid  13 on node-%s device  0 [0x00] V100\n"
                + "#       size         count      type   redop     time   algbw   busbw  error     time   algbw   busbw  error\n"
                + "  1310720000     327680000     float     sum   3500.1  374.48    0.00  0e+00   1830.2  716.16    0.00  0e+00\n"
                + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 0\n#\n";
        byte[] both = (run.formatted("a") + run.formatted("b")).getBytes(UTF_8);

        assertThat(NcclTests.parse(both, 0, 100).verdict()).isEqualTo(ToolVerdict.UNKNOWN);
    }

    /** A partner without the locale says so over ssh, and the test runs. */
    @Test
    void aWarningOfAShellIsNoFailureOfTheTest() {
        byte[] good = Samples.bytes("nccl-tests/allreduce-a100x8-single-node-210.txt");
        String warned =
                "bash: warning: setlocale: LC_ALL: cannot change locale (en_US.UTF-8)\n" + new String(good, UTF_8);

        assertThat(NcclTests.parse(warned.getBytes(UTF_8), 0, 200).verdict()).isEqualTo(ToolVerdict.PASS);
    }

    private static NcclTests of(String sample, double floor) {
        return NcclTests.parse(Samples.bytes("nccl-tests/" + sample), 0, floor);
    }

    @ParameterizedTest
    @CsvSource({
        "abort-cuda-system-not-initialized.txt, 1, INFRASTRUCTURE_ERROR",
        "abort-nccl-other-codes.txt, 1, INFRASTRUCTURE_ERROR",
        "abort-nccl-unhandled-cuda-error.txt, 1, INFRASTRUCTURE_ERROR",
        "mpirun-not-enough-slots.txt, 1, INFRASTRUCTURE_ERROR",
        "allgather-a100x8-old-error-column.txt, 1, WARN",
        "allgather-a3mega-2node-wide-layout.txt, 1, PASS",
        "allgather-dws-flex-2node.txt, 1, PASS",
        "allgather-placeholder-XXX.txt, 1, UNKNOWN",
        "allreduce-1x-p5-mpi-prefix.txt, 480, PASS",
        "allreduce-1x-p5-mpi-prefix.txt, 490, FAIL",
        "allreduce-2node-a100-150.txt, 1, PASS",
        "allreduce-2x-p4de-srun-label-no-summary.txt, 1, UNKNOWN",
        "allreduce-2x-p5-mpi-prefix-elided.txt, 430, PASS",
        "allreduce-2x-p5-srun-label-no-summary.txt, 1, UNKNOWN",
        "allreduce-2xdgxa100-old-error-sci.txt, 0, PASS",
        "allreduce-4node-slurm.txt, 1, PASS",
        "allreduce-a100x8-old-error-column.txt, 1, WARN",
        "allreduce-a100x8-single-node-210.txt, 200, PASS",
        "allreduce-a3high-2node.txt, 1, UNKNOWN",
        "allreduce-gh200-int8-2.18.3-tail.txt, 1, UNKNOWN",
        "allreduce-iters-column-bw-failed.txt, 0, FAIL",
        "allreduce-iters-column-oob-failed.txt, 0, FAIL",
        "allreduce-iters-column-pass-avg0.txt, 0, PASS",
        "allreduce-iters-column-pass-avg0.txt, 1, UNKNOWN",
        "allreduce-topology-aware.txt, 360, PASS",
        "broadcast-a100x8-old-error-column.txt, 1, WARN",
    })
    void readsEveryLayout(String sample, double floor, ToolVerdict verdict) {
        NcclTests tests = of(sample, floor);

        assertThat(tests.verdict()).as(tests.toString()).isEqualTo(verdict);
        assertThat(tests.reasons().isEmpty()).isEqualTo(verdict == ToolVerdict.PASS);
    }

    @Test
    void takesTheBestRowOfOneGibibyteOrMore() {
        assertThat(of("allreduce-1x-p5-mpi-prefix.txt", 1).busbwGBs()).hasValue(483.35);
        assertThat(of("allreduce-2x-p5-srun-label-no-summary.txt", 1).busbwGBs())
                .hasValue(487.26);
        assertThat(of("allreduce-iters-column-pass-avg0.txt", 0).busbwGBs()).isEmpty();
    }

    @Test
    void countsWrongElements() {
        assertThat(of("allreduce-iters-column-oob-failed.txt", 0).wrong()).isEqualTo(2);
    }

    @Test
    void namesTheNetworkPath() {
        String log = "h:1:2 [0] NCCL INFO Using network IB\nh:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via"
                + " NET/IB/0/GDRDMA\nh:1:2 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1] via P2P/CUMEM\n";
        NcclTests rdma = NcclTests.parse(log.getBytes(UTF_8), 0, 1);
        NcclTests socket = NcclTests.parse("x NCCL INFO Using network Socket\n".getBytes(UTF_8), 0, 1);

        assertThat(rdma.networkPath()).isEqualTo("NET/IB/GDRDMA, P2P/CUMEM");
        assertThat(rdma.wentBy("NET/IB/GDRDMA")).isTrue();
        assertThat(rdma.wentBy("NET/IB")).isTrue();
        assertThat(rdma.wentBy("NET/Socket")).isFalse();
        assertThat(socket.networkPath()).isEqualTo("NET/Socket");
        assertThat(socket.wentBy("NET/IB/GDRDMA")).isFalse();
        assertThat(socket.wentBy("NET/Socket")).isTrue();
        assertThat(new NcclTests(ToolVerdict.PASS, OptionalDouble.empty(), 0, "NET/IB/GDRDMA, NET/Socket", List.of())
                        .wentBy("NET/IB/GDRDMA"))
                .as("a part of it went another way")
                .isFalse();
        assertThat(NcclTests.parse(new byte[0], 0, 0).wentBy("NET/IB"))
                .as("no path is named")
                .isFalse();
    }

    @Test
    void doesNotPassAnExitStatusOtherThanZero() {
        byte[] good = Samples.bytes("nccl-tests/allreduce-1x-p5-mpi-prefix.txt");

        assertThat(NcclTests.parse(good, 0, 1).verdict()).isEqualTo(ToolVerdict.PASS);
        assertThat(NcclTests.parse(good, 3, 1).verdict()).isEqualTo(ToolVerdict.UNKNOWN);
        assertThat(NcclTests.parse(good, 124, 1).verdict()).isEqualTo(ToolVerdict.INFRASTRUCTURE_ERROR);
    }
}
