package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports, lists and documents that were read and not weighed, or not read at all. */
class NewFormsTest {
    private static ToolReport<?> parse(String tool, String text) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.empty());
    }

    /** dcgmi health -c -j: a tree, of which the overall health is the verdict. */
    @ParameterizedTest
    @CsvSource({"Healthy, PASS", "Warning, WARN", "Failure, FAIL", "Unheard of, UNKNOWN"})
    void weighsTheHealthReportAsJson(String overall, ToolVerdict verdict) {
        String report = "{\"body\":{\"Overall Health\":{\"value\":\"" + overall
                + "\"}},\"header\":[\"Health Monitor Report\"]}";

        assertThat(parse("dcgmi", report).verdict()).contains(verdict);
        assertThat(parse("dcgmi", "{\"body\":{},\"header\":[\"Health Monitor Report\"]}")
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
    }

    /** The journal of the fabric manager shows no levels: a message that is not known may be an error. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "● nvidia-fabricmanager.service - NVIDIA fabric manager\n     Active: active (running)\n\n"})
    void namesWhatTheFabricManagerSaysThatIsNotKnown(String status) {
        String head = "Jan 05 14:45:26 gpu-1 nv-fabricmanager[1120]: ";

        assertThat(parse("fabricmanager", status + head + "Connected to 1 node.\n")
                        .unparsed())
                .isEmpty();
        assertThat(parse("fabricmanager", status + head + "something of a release to come\n")
                        .unparsed())
                .hasSize(1);
        assertThat(parse("fabricmanager", status + head.replace("nv-fabricmanager", "sshd") + "something\n")
                        .unparsed())
                .isEmpty();
    }

    /** nvidia-smi --query-remapped-rows writes numbers where -q writes words. */
    @ParameterizedTest
    @CsvSource({"0, 0, PASS", "1, 0, FAIL", "0, 1, FAIL", "2, 0, UNKNOWN"})
    void weighsRemappedRowsAsNumbers(int pending, int failure, ToolVerdict verdict) {
        String rows = "gpu_uuid, remapped_rows.correctable, remapped_rows.uncorrectable, remapped_rows.pending,"
                + " remapped_rows.failure\nGPU-aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee, 0, 1, " + pending + ", " + failure
                + "\n";

        assertThat(ToolParsers.parse("nvidia-smi", rows.getBytes(UTF_8), OptionalInt.of(0))
                        .verdict())
                .contains(verdict);
    }

    /** nvidia-container-cli info and /usr/local/cuda/version.json. */
    @Test
    void readsVersionsThatStandInListsAndDocuments() {
        ToolReport<?> info = parse("versions", """
                NVRM version:   580.65.06
                CUDA version:   13.0

                Device Index:   0
                Device Minor:   0
                Model:          NVIDIA H100 80GB HBM3
                Brand:          Nvidia
                GPU UUID:       GPU-aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee
                Bus Location:   00000000:18:00.0
                Architecture:   9.0
                """);
        ToolReport<?> cuda = parse("versions", """
                {
                   "cuda" : {
                      "name" : "CUDA SDK",
                      "version" : "12.8.1"
                   }
                }
                """);

        assertThat(info.unparsed()).isEmpty();
        assertThat(info.facts().at("/versions/nvidia-driver").asText()).isEqualTo("580.65.06");
        assertThat(info.value().toString()).as("in one order").contains("{cuda-driver=13.0, nvidia-driver=580.65.06}");
        assertThat(info.facts().at("/devices/0/Model").asText()).isEqualTo("NVIDIA H100 80GB HBM3");
        assertThat(cuda.facts().at("/versions/cuda").asText()).isEqualTo("12.8.1");
        assertThat(parse("versions", "{\n   \"cuda\" : {\n      \"version\" : \"12.8.1\"\n")
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
        assertThat(parse("versions", "Docker version 29.7.2\nDocker version 28.0.1\n")
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
    }

    /** What kmod says of a module in words that have no name of their own is a failure all the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "modprobe: ERROR: could not insert 'nvidia': Cannot allocate memory",
                "modprobe: ERROR: could not insert 'nvidia': Input/output error",
                "modprobe: FATAL: Module nvidia is builtin.",
                "rmmod: ERROR: could not remove 'nvidia': Resource temporarily unavailable"
            })
    void everyErrorOfKmodFails(String line) {
        ToolReport<?> parsed = parse("modprobe-rmmod", line + "\n");

        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().path("error").asText()).isEqualTo("other");
        assertThat(parsed.unparsed()).isEmpty();
    }
}
