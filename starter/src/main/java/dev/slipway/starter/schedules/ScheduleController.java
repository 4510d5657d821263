package dev.slipway.starter.schedules;

import dev.slipway.starter.api.ApiException;
import dev.slipway.starter.api.Asked;
import dev.slipway.starter.api.Audit;
import dev.slipway.starter.client.DecisionRequest;
import dev.slipway.starter.client.Schedules;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.swagger.v3.oas.annotations.Operation;
import java.security.Principal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Serves {@code POST /api/v1/schedules/apply}. */
@RestController
final class ScheduleController {
    private final ScheduleApply schedules;
    private final Audit audit;

    ScheduleController(ScheduleApply schedules, Audit audit) {
        this.schedules = schedules;
        this.audit = audit;
    }

    @Operation(summary = "Create Temporal Schedules for the drift checks of the policies")
    @PostMapping("/api/v1/schedules/apply")
    Schedules apply(@RequestBody DecisionRequest decision, Principal caller) {
        audit.note(Asked.who(caller, decision), "schedule apply", "schedules", "");
        try {
            return new Schedules(schedules.apply());
        } catch (RuntimeException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof StatusRuntimeException status
                        && status.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                    throw ApiException.notNow(
                            "this Temporal server does not support schedules, like the in-memory one of the demo",
                            "use the dev server or a cluster");
                }
            }
            throw e;
        }
    }
}
