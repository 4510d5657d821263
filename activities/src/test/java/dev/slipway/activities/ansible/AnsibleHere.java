package dev.slipway.activities.ansible;

import dev.slipway.config.PlaybookVariables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The real ansible-playbook on the PATH. Without it tests count as skipped, unless {@code SLIPWAY_REQUIRE} names it. */
final class AnsibleHere implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean required = Optional.ofNullable(System.getenv("SLIPWAY_REQUIRE"))
                .filter(tiers -> Arrays.asList(tiers.split("[, ]+")).contains("ansible"))
                .isPresent();
        Playbook any = new Playbook(
                Path.of("site.yml"),
                "ansible-playbook",
                Path.of(""),
                Duration.ofMinutes(1),
                new PlaybookVariables(Map.of()));
        return required || any.program().isPresent()
                ? ConditionEvaluationResult.enabled("Ansible is here, or required")
                : ConditionEvaluationResult.disabled("tier ansible is absent: run lab/install ansible");
    }
}
