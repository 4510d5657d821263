package dev.slipway.activities.safety;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.config.Config;
import dev.slipway.config.PolicyConfig;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import java.time.Duration;
import java.util.Optional;

/** Answers what the policies of fleets state about the jobs and times of a node. */
public record FleetPolicies(Config config, Baselines baselines) {

    private Optional<PolicyConfig> of(String fleet) {
        return config.fleet(fleet).map(config::policyOf);
    }

    /** Returns whether no node of {@code fleet} goes back without a smoke job. */
    public boolean wantsSmoke(String fleet) {
        return of(fleet).filter(policy -> policy.smoke().required()).isPresent();
    }

    /** Returns the job of gate G10; empty if the policy names none. */
    public Optional<SmokeJob> smokeJob(Act act, BaselineRef goal) {
        return of(act.fleet())
                .flatMap(policy -> policy.smoke().job())
                .map(job -> new SmokeJob(
                        job.image(),
                        job.command(),
                        job.namespace(),
                        job.timeout(),
                        baselines.of(goal).profile().expectedGpus()));
    }

    /** Returns how long a reboot of the node may take. */
    public Duration rebootTimeout(Act act) {
        return of(act.fleet()).map(policy -> policy.node().rebootTimeout()).orElse(PolicyConfig.LONGEST_REBOOT);
    }
}
