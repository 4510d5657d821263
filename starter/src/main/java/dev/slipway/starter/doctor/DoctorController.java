package dev.slipway.starter.doctor;

import dev.slipway.model.CheckResult;
import dev.slipway.model.Finding;
import dev.slipway.starter.client.DoctorReport;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Looks at every part that a run needs. */
@RestController
final class DoctorController {
    private final Doctor doctor;

    DoctorController(Doctor doctor) {
        this.doctor = doctor;
    }

    @Operation(summary = "Check every part that a run needs; creates missing search attributes")
    @GetMapping("/api/v1/doctor")
    DoctorReport report(
            @Parameter(description = "Log in to every node, not to one of each fleet.")
                    @RequestParam(defaultValue = "false")
                    boolean all) {
        List<CheckResult> checks = doctor.check(all);
        return new DoctorReport(checks.stream().allMatch(checkResult -> checkResult.finding() == Finding.OK), checks);
    }
}
