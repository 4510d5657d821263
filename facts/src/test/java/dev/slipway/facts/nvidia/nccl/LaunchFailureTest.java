package dev.slipway.facts.nvidia.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchFailureTest {
    @ParameterizedTest
    @CsvSource({
        "commands: 1: mpirun: not found, 127, mpirun: not found",
        "bash: line 1: orted: command not found, 127, orted: command not found",
        "commands: 1: dcgmi: Permission denied, 126, Permission denied",
        "all_reduce_perf: error while loading shared libraries: libnccl.so.2: cannot open, 127, libnccl.so.2",
        "[mpiexec@n1] match_arg: unrecognized argument allow-run-as-root, 255, mpirun is not Open MPI",
        "mpirun was unable to find the specified executable file and therefore did not, 134, unable to find",
        "ORTE was unable to reliably start one or more daemons., 1, unable to reliably start",
    })
    void knowsWhatDidNotBegin(String output, int exit, String said) {
        assertThat(LaunchFailure.of(output, exit, List.of()).orElseThrow()).contains(said);
    }

    @Test
    void knowsRanksThatRanEachByItself() {
        String reason = "16 processes ran each by itself: all are rank 0";

        assertThat(LaunchFailure.of("", 0, List.of(reason)).orElseThrow()).contains("all are rank 0");
    }

    @Test
    void aTestThatBeganAndFailedIsNoLaunchFailure() {
        assertThat(LaunchFailure.of("n1: Test NCCL failure common.cu:958 'unhandled system error'", 3, List.of()))
                .isEmpty();
        assertThat(LaunchFailure.of("mlx5_0: open /dev/infiniband/uverbs0: No such file or directory", 1, List.of()))
                .isEmpty();
        assertThat(LaunchFailure.of("dcgmi: not found", 0, List.of())).isEmpty();
        assertThat(LaunchFailure.of("", 137, List.of("exit status 137"))).isEmpty();
    }
}
