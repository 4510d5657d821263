package dev.slipway.starter.schedules;

import dev.slipway.starter.api.Audit;
import dev.slipway.starter.api.Decided;
import dev.slipway.starter.api.Refused;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.security.Principal;
import java.util.List;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /api/v1/schedules/apply}. */
@RestController
final class ScheduleController {
    private final ScheduleApply schedules;
    private final Audit audit;

    ScheduleController(ScheduleApply schedules, Audit audit) {
        this.schedules = schedules;
        this.audit = audit;
    }

    /** What was done, fleet by fleet. */
    record Applied(List<ScheduleApply.Applied> schedules) {}

    @PostMapping("/api/v1/schedules/apply")
    Applied apply(@RequestBody Decided decided, Principal caller) {
        audit.note(decided.by(caller), "schedule apply", "schedules", "");
        try {
            return new Applied(schedules.apply());
        } catch (RuntimeException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof StatusRuntimeException status
                        && status.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                    throw Refused.notNow(
                            "this Temporal server keeps no schedules; the in-memory one of the demo does not",
                            "use the dev server or a cluster");
                }
            }
            throw e;
        }
    }
}
