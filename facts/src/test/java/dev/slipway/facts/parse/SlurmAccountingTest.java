package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What {@code sacct} says of jobs is not taken for nodes. */
class SlurmAccountingTest {
    private static ToolReport<?> parse(String text) {
        return ToolParsers.parse("slurm", text.getBytes(UTF_8), OptionalInt.empty());
    }

    @Test
    void readsColumnsByTheirRule() {
        ToolReport<?> parsed = parse("""
                JobID           JobName  Partition    Account  AllocCPUS      State ExitCode
                ------------ ---------- ---------- ---------- ---------- ---------- --------
                4711              train        gpu         ml         64  NODE_FAIL      0:0
                4711.batch        batch                    ml         64 CANCELLED+      0:9
                4712_3             eval        gpu         ml          8  COMPLETED      0:0
                zzq: something else
                """);

        assertThat(parsed.format()).isEqualTo("sacct");
        assertThat(parsed.facts().path("jobs")).hasSize(3);
        assertThat(parsed.facts().at("/jobs/0/State").asText()).isEqualTo("NODE_FAIL");
        assertThat(parsed.facts().at("/jobs/1/JobID").asText()).isEqualTo("4711.batch");
        assertThat(parsed.facts().at("/jobs/1").has("Partition")).isFalse();
        assertThat(parsed.unparsed()).hasSize(1);
    }

    @Test
    void readsPipesWithAndWithoutTheLastOne() {
        ToolReport<?> parsed = parse("JobID|State|NodeList|\n4711|RUNNING|gpu-[001-002]|\n");

        assertThat(parsed.facts().at("/jobs/0/NodeList").asText()).isEqualTo("gpu-[001-002]");
        assertThat(parsed.facts().has("nodes")).isFalse();
        assertThat(parse("JobID|State\n4711|FAILED\n")
                        .facts()
                        .at("/jobs/0/State")
                        .asText())
                .isEqualTo("FAILED");
    }

    @Test
    void anErrorOfSacctBesideItIsWeighed() {
        ToolReport<?> parsed = parse("JobID|State\n4711|FAILED\nsacct: error: slurmdbd: Connection refused\n");

        assertThat(parsed.verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
    }
}
