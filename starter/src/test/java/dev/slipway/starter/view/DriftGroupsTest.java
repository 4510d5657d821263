package dev.slipway.starter.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.starter.client.DriftCheck;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DriftGroupsTest {
    private static DriftCheck.Drifted node(String name, String row, String driver) {
        return new DriftCheck.Drifted(
                name,
                row,
                "converge",
                "config drift",
                List.of("driverVersion " + driver + " → want 570.133.20"),
                List.of(new DriftCheck.FieldDifference("driverVersion", driver, "570.133.20", "")));
    }

    @Test
    void nodesWithEqualDifferencesAreOneGroup() {
        List<List<String>> rows = DriftGroups.rows(List.of(
                node("gpu-001", "D17", "570.124.06"),
                node("gpu-002", "D17", "565.57.01"),
                node("gpu-003", "D17", "570.124.06"),
                node("gpu-004", "D12", "570.124.06")));

        assertThat(rows)
                .containsExactly(
                        List.of("2 nodes", "driverVersion 570.124.06 → want 570.133.20", "row D17", "converge"),
                        List.of("", "gpu-001 gpu-003", "", ""),
                        List.of("gpu-002", "driverVersion 565.57.01 → want 570.133.20", "row D17", "converge"),
                        List.of("gpu-004", "driverVersion 570.124.06 → want 570.133.20", "row D12", "converge"));
    }

    @Test
    void everyNameOfALargeGroupIsThere() {
        List<DriftCheck.Drifted> nodes = IntStream.range(0, 230)
                .mapToObj(i -> node("gpu-%03d".formatted(i), "D17", "570.124.06"))
                .toList();

        List<List<String>> rows = DriftGroups.rows(nodes);

        assertThat(rows.getFirst()).first().isEqualTo("230 nodes");
        assertThat(rows.stream().skip(1).flatMap(row -> Stream.of(row.get(1).split(" "))))
                .containsExactlyElementsOf(
                        nodes.stream().map(DriftCheck.Drifted::node).toList());
        assertThat(rows).allMatch(row -> row.get(1).length() <= 80);
    }

    @Test
    void valuesAreCountedTheMostFrequentFirst() {
        DriftCheck.Drifted silent = new DriftCheck.Drifted(
                "gpu-009",
                "D17",
                "report",
                "driver not read",
                List.of("driverVersion unknown: nvidia-smi: no answer → want 570.133.20"),
                List.of(new DriftCheck.FieldDifference("driverVersion", "", "570.133.20", "nvidia-smi: no answer")));

        assertThat(DriftGroups.values(List.of(
                        node("gpu-002", "D17", "565.57.01"),
                        node("gpu-001", "D17", "570.124.06"),
                        node("gpu-003", "D17", "570.124.06"),
                        silent)))
                .containsExactly(
                        List.of("FIELD", "PINNED", "FOUND"),
                        List.of(
                                "driverVersion",
                                "570.133.20",
                                "570.124.06 on 2 nodes, 565.57.01 on 1 node, unknown on 1 node"));
    }

    @Test
    void aFieldThatDiffersOnOneNodeHasNoLineOfItsOwn() {
        assertThat(DriftGroups.values(List.of(node("gpu-002", "D17", "565.57.01"))))
                .isEmpty();
    }
}
