package dev.slipway.starter.api;

import dev.slipway.model.Finding;
import dev.slipway.model.Look;
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

    @GetMapping("/api/v1/doctor")
    Report report(@RequestParam(defaultValue = "false") boolean all) {
        List<Look> checks = doctor.look(all);
        return new Report(checks.stream().allMatch(look -> look.finding() == Finding.OK), checks);
    }

    /** Whether everything is well, and what was seen; what was not checked is not well. */
    record Report(boolean healthy, List<Look> checks) {}
}
