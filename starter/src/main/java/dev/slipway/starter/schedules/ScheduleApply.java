package dev.slipway.starter.schedules;

import dev.slipway.config.FleetConfig;
import dev.slipway.config.PolicyConfig;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Schedules;
import io.temporal.api.enums.v1.ScheduleOverlapPolicy;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.schedules.Schedule;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import io.temporal.client.schedules.ScheduleAlreadyRunningException;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleClientOptions;
import io.temporal.client.schedules.ScheduleException;
import io.temporal.client.schedules.ScheduleHandle;
import io.temporal.client.schedules.ScheduleOptions;
import io.temporal.client.schedules.SchedulePolicy;
import io.temporal.client.schedules.ScheduleSpec;
import io.temporal.client.schedules.ScheduleUpdate;
import io.temporal.client.schedules.ScheduleUpdateInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Makes the drift checks that policies name into Temporal Schedules. Safe to repeat: an existing schedule is changed in
 * place, with its history and a person's pause.
 */
@Component
final class ScheduleApply {
    private static final Duration CATCH_UP = Duration.ofMinutes(30);

    private final Installation installation;

    ScheduleApply(Installation installation) {
        this.installation = installation;
    }

    List<Schedules.Schedule> apply() {
        ScheduleClient client = ScheduleClient.newInstance(
                installation.temporal().getWorkflowServiceStubs(),
                ScheduleClientOptions.newBuilder()
                        .setNamespace(installation.temporal().getOptions().getNamespace())
                        .build());
        List<Schedules.Schedule> applied = new ArrayList<>();
        for (FleetConfig fleet : installation.config().fleets().values()) {
            PolicyConfig.DriftCheck check =
                    installation.config().policyOf(fleet).driftCheck();
            String done = check.cron().isPresent() ? create(client, fleet, check) : remove(client, fleet);
            String when = check.cron().map(cron -> cron + " " + check.zone()).orElse("never");
            applied.add(new Schedules.Schedule(fleet.name(), id(fleet), when, done));
        }
        return applied;
    }

    private String create(ScheduleClient client, FleetConfig fleet, PolicyConfig.DriftCheck check) {
        Schedule wanted =
                definition(fleet, check, installation.config().site().temporal().taskQueue());
        try {
            client.createSchedule(
                    id(fleet), wanted, ScheduleOptions.newBuilder().build());
            return "created";
        } catch (ScheduleAlreadyRunningException exists) {
            client.getHandle(id(fleet)).update(input -> new ScheduleUpdate(keepingState(wanted, input)));
            return "changed";
        }
    }

    private static Schedule keepingState(Schedule wanted, ScheduleUpdateInput input) {
        return Schedule.newBuilder(wanted)
                .setState(input.getDescription().getSchedule().getState())
                .build();
    }

    private static String remove(ScheduleClient client, FleetConfig fleet) {
        ScheduleHandle handle = client.getHandle(id(fleet));
        try {
            handle.describe();
        } catch (ScheduleException missing) {
            if (notFound(missing)) {
                return "nothing";
            }
            throw missing;
        }
        handle.delete();
        return "removed";
    }

    private static boolean notFound(ScheduleException e) {
        return e.getCause() instanceof io.grpc.StatusRuntimeException status
                && status.getStatus().getCode() == io.grpc.Status.Code.NOT_FOUND;
    }

    static String id(FleetConfig fleet) {
        return "drift-check/" + fleet.name();
    }

    /**
     * Returns the schedule of one fleet: never two checks in parallel, and missed nights are not made up for at dawn.
     */
    static Schedule definition(FleetConfig fleet, PolicyConfig.DriftCheck check, String taskQueue) {
        return Schedule.newBuilder()
                .setAction(ScheduleActionStartWorkflow.newBuilder()
                        .setWorkflowType("DriftCheck")
                        .setArguments(fleet.name())
                        .setOptions(WorkflowOptions.newBuilder()
                                .setWorkflowId("drift/" + fleet.name())
                                .setTaskQueue(taskQueue)
                                .setTypedSearchAttributes(SearchKeys.ofFleet(fleet.name()))
                                .setStaticSummary("nightly drift of " + fleet.name())
                                // The SDK cannot read back a schedule whose action has a summary and no details.
                                .setStaticDetails("Reads every node and compares; changes nothing.")
                                .build())
                        .build())
                .setSpec(ScheduleSpec.newBuilder()
                        .setCronExpressions(check.cron().stream().toList())
                        .setTimeZoneName(check.zone().getId())
                        .build())
                .setPolicy(SchedulePolicy.newBuilder()
                        .setOverlap(ScheduleOverlapPolicy.SCHEDULE_OVERLAP_POLICY_SKIP)
                        .setCatchupWindow(CATCH_UP)
                        .build())
                .build();
    }
}
