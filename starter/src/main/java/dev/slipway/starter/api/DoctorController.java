package dev.slipway.starter.api;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Looks at every part that a run needs. */
@RestController
final class DoctorController {
    private final Doctor doctor;

    DoctorController(Doctor doctor) {
        this.doctor = doctor;
    }

    @GetMapping("/api/v1/doctor")
    Report report() {
        List<Doctor.Check> checks = doctor.look();
        return new Report(checks.stream().allMatch(Doctor.Check::well), checks);
    }

    /** Whether everything is well, and what was seen. */
    record Report(boolean healthy, List<Doctor.Check> checks) {}
}
