package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.model.facts.BootLog;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.Handover;
import dev.slipway.model.node.Readmission;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.rollout.RolloutSummary;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a history holds that was written before boots were told of is read as it was, without a boot. */
class OldRecordsTest {
    private static final ObjectMapper JSON = JacksonJsonPayloadConverter.newDefaultObjectMapper();

    @Test
    void anAnswerWithoutABootIsRead() throws JsonProcessingException {
        GateResult gate =
                JSON.readValue("{\"gate\":\"G5\",\"verdict\":\"PASS\",\"detail\":\"-r 1\"}", GateResult.class);
        StageResult stageResult = JSON.readValue("{\"done\":true,\"why\":\"\",\"needs\":\"\"}", StageResult.class);
        EvidenceRef bundle = JSON.readValue("{\"path\":\"a\",\"sha256\":\"00\",\"bytes\":1}", EvidenceRef.class);

        assertThat(gate).isEqualTo(new GateResult("G5", Verdict.PASS, "-r 1"));
        assertThat(stageResult).isEqualTo(StageResult.DONE);
        assertThat(bundle).isEqualTo(new EvidenceRef("a", "00", 1));
    }

    @Test
    void aRequestWithoutABootIsRead() throws JsonProcessingException {
        Act act = JSON.readValue("{\"fleet\":\"prod-a\",\"token\":\"t\",\"attempt\":1}", Act.class);
        Readmission request = JSON.readValue("{\"untouched\":null}", Readmission.class);
        Handover handover = JSON.readValue("{\"token\":\"t\"}", Handover.class);

        assertThat(act.bootId()).isEmpty();
        assertThat(request.emptied()).isFalse();
        assertThat(handover.crashed()).isFalse();
        assertThat(Optional.ofNullable(handover.stages())).isPresent();
    }

    @Test
    void aLogWithoutLinesThatNobodyKnowsIsRead() throws JsonProcessingException {
        String end = "\"end\":{\"value\":{\"bootId\":\"b\",\"place\":\"journal s=1;i=9\"}}";
        BootLog log = JSON.readValue("{" + end + ",\"events\":{\"value\":[]},\"gap\":\"\"}", BootLog.class);
        LogReading reading = JSON.readValue("{\"errors\":{\"value\":[]}}", LogReading.class);
        Baseline.GateProfile gates = JSON.readValue("{\"minBusBandwidth\":400.0}", Baseline.GateProfile.class);

        assertThat(log.unknownLines()).isEmpty();
        assertThat(reading.unknownLines()).isEmpty();
        assertThat(gates.knownLines()).isEmpty();
    }

    @Test
    void aRolloutThatListsItsApprovalAmongItsProblemsIsRead() throws JsonProcessingException {
        RolloutSummary old = JSON.readValue(
                "{\"change\":\"c1\",\"state\":\"done\",\"nodes\":1,\"outcomes\":{},"
                        + "\"problems\":[\"approved by ada\"],\"why\":\"\"}",
                RolloutSummary.class);

        assertThat(old.approvals()).isEmpty();
        assertThat(old.problems()).containsExactly("approved by ada");
    }

    @Test
    void aRouteWhoseKindIsTheNameOfItsProcedureIsRead() throws JsonProcessingException {
        Route old = JSON.readValue("{\"kind\":\"REBUILD\",\"detail\":\"\"}", Route.class);
        Route held = JSON.readValue("{\"kind\":\"HOLD\",\"detail\":\"why\",\"safety\":\"UNSTATED\"}", Route.class);
        Route now = Route.perform("REBUILD", "", "cordon → drain → build");

        assertThat(old).isEqualTo(Route.perform("REBUILD", "", ""));
        assertThat(held).isEqualTo(new Route(Route.Kind.HOLD, "why"));
        assertThat(JSON.readValue(JSON.writeValueAsString(now), Route.class)).isEqualTo(now);
    }

    @Test
    void aLineOfAReportWithoutAKindHasItAsItsFirstWord() throws JsonProcessingException {
        String line = "{\"node\":\"n1\",\"row\":\"D1\",\"route\":\"%s\",\"title\":\"\",\"summary\":\"\"}";

        assertThat(JSON.readValue(line.formatted("converge"), DriftReport.DriftLine.class)
                        .kind())
                .isEqualTo(Route.Kind.DO);
        assertThat(JSON.readValue(line.formatted("report who knows"), DriftReport.DriftLine.class))
                .extracting(DriftReport.DriftLine::kind, DriftReport.DriftLine::detail)
                .containsExactly(Route.Kind.REPORT, "who knows");
    }
}
