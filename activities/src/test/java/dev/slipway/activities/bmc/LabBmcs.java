package dev.slipway.activities.bmc;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Whether the lab's BMCs are up. Where they are not the tests are counted as skipped, unless {@code SLIPWAY_REQUIRE} names bmc:
 * then they fail.
 */
final class LabBmcs implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean required = Optional.ofNullable(System.getenv("SLIPWAY_REQUIRE"))
                .filter(tiers -> Arrays.asList(tiers.split("[, ]+")).contains("bmc"))
                .isPresent();
        return required || System.getenv("SLIPWAY_BMC") != null
                ? ConditionEvaluationResult.enabled("BMCs of the lab are here, or required")
                : ConditionEvaluationResult.disabled("tier bmc is absent: run lab/install bmc, then lab/bmc up DIR n3");
    }
}
