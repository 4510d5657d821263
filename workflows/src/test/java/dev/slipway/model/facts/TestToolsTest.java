package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a node lacks for its gates, by the programs that are on it. */
class TestToolsTest {
    private static final Map<String, String> ALL = Map.of(
            "dcgmi",
            "/usr/bin/dcgmi",
            "all_reduce_perf",
            "/usr/local/bin/all_reduce_perf",
            "mpirun",
            "/usr/bin/mpirun");
    private static final String OPEN_MPI = "mpirun (Open MPI) 4.1.6";
    private static final String NCCL = "libnccl.so.2 => /lib/libnccl.so.2 (0x1)";
    private static final String MPI = "libmpi.so.40 => /lib/libmpi.so.40 (0x2)";

    private static Map<String, String> lacking(TestTools tools) {
        Map<String, String> why = new HashMap<>();
        tools.lacking().forEach((gate, lack) -> why.put(gate, lack.why()));
        return why;
    }

    private static Map<String, String> without(String program) {
        Map<String, String> programs = new HashMap<>(ALL);
        programs.remove(program);
        return lacking(new TestTools(programs, OPEN_MPI, List.of(NCCL, MPI)));
    }

    private static Map<String, String> linked(String mpirun, String... libraries) {
        return lacking(new TestTools(ALL, mpirun, List.of(libraries)));
    }

    @Test
    void nothingIsLackingWhereAllIsThereOrWasNotLookedInto() {
        assertThat(linked(OPEN_MPI, NCCL, MPI)).isEmpty();
        assertThat(linked("")).as("scripts of which nothing is known").isEmpty();
    }

    @Test
    void eachGateLacksTheProgramThatItIsRunWith() {
        assertThat(without("dcgmi")).containsOnlyKeys("G5", "G6", "G7").containsEntry("G5", "dcgmi is not there");
        assertThat(without("all_reduce_perf")).containsOnlyKeys("G8", "G9");
        assertThat(without("mpirun")).isEqualTo(Map.of("G9", "mpirun is not there"));
    }

    @Test
    void anotherMpiIsNoneForTwoNodes() {
        assertThat(linked("HYDRA build details:", NCCL, MPI))
                .isEqualTo(Map.of("G9", "mpirun is not Open MPI, it prints: HYDRA build details:"));
        assertThat(linked(OPEN_MPI, NCCL)).isEqualTo(Map.of("G9", "all_reduce_perf was built without MPI"));
        assertThat(linked(OPEN_MPI, NCCL, "libmpi.so.12 => /lib/libmpi.so.12 (0x3)")
                        .get("G9"))
                .contains("another MPI", "libmpi.so.12");
        assertThat(linked(OPEN_MPI, NCCL, "libmpi.so.40 => not found")).containsOnlyKeys("G9");
    }

    @Test
    void aLibraryThatIsMissingKeepsBothTestsFromRunning() {
        assertThat(linked(OPEN_MPI, "libnccl.so.2 => not found", MPI))
                .containsOnlyKeys("G8", "G9")
                .containsEntry("G8", "libnccl.so.2, which all_reduce_perf needs, is not there");
    }
}
