package dev.slipway.starter.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.RunningStarter;
import io.temporal.api.enums.v1.ScheduleOverlapPolicy;
import io.temporal.client.schedules.Schedule;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleApplyTest {

    @TempDir
    Path folder;

    @Test
    void makesTheNightlyCheckOfThePolicyAScheduleThatNeverOverlapsAndNeverCatchesUpAtDawn() {
        Config config = ConfigFolder.in(folder);
        FleetConfig fleet = config.fleet("prod-a").orElseThrow();
        Schedule schedule =
                ScheduleApply.definition(fleet, config.policyOf(fleet).driftCheck(), "slipway");
        ScheduleActionStartWorkflow action = (ScheduleActionStartWorkflow) schedule.getAction();
        assertThat(action.getWorkflowType()).isEqualTo("DriftCheck");
        assertThat(action.getOptions().getWorkflowId()).isEqualTo("drift/prod-a");
        assertThat(schedule.getSpec().getCronExpressions()).containsExactly("30 2 * * *");
        assertThat(schedule.getSpec().getTimeZoneName()).isEqualTo("Europe/Berlin");
        assertThat(schedule.getPolicy().getOverlap()).isEqualTo(ScheduleOverlapPolicy.SCHEDULE_OVERLAP_POLICY_SKIP);
        assertThat(schedule.getPolicy().getCatchupWindow()).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void saysThatAServerInMemoryKeepsNoSchedules() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> answer =
                    starter.post("/api/v1/schedules/apply", "{\"who\":\"oncall\",\"reason\":\"new policy\"}");
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("does not support schedules");
        }
    }
}
