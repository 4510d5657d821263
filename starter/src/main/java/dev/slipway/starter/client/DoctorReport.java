package dev.slipway.starter.client;

import dev.slipway.model.CheckResult;
import java.util.List;

/** States whether everything is well, and what was found; what was not checked is not well. */
public record DoctorReport(boolean healthy, List<CheckResult> checks) {}
