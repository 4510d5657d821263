package dev.slipway.config;

import dev.slipway.model.Field;
import dev.slipway.model.node.NodePolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks whether a fleet can be brought to its baseline by the means that its policy names. */
final class ConvergeChecks {
    private final SiteConfig site;
    private final Map<String, BaselineConfig> baselines = new HashMap<>();
    private final Map<String, PolicyConfig> policies = new HashMap<>();

    ConvergeChecks(
            SiteConfig site,
            List<ConfigLoader.Bound<BaselineConfig>> baselines,
            List<ConfigLoader.Bound<PolicyConfig>> policies) {
        this.site = site;
        baselines.forEach(b -> this.baselines.put(b.value().id(), b.value()));
        policies.forEach(p -> this.policies.put(p.value().name(), p.value()));
    }

    void run(List<ConfigLoader.Bound<FleetConfig>> fleets) {
        for (ConfigLoader.Bound<FleetConfig> bound : fleets) {
            ImageChecks.run(bound, bound.value().image());
            PolicyConfig policy = policies.get(bound.value().policy());
            BaselineConfig baseline = baselines.get(bound.value().baseline());
            if (policy != null
                    && policy.smoke().required()
                    && bound.value().scheduler() == FleetConfig.Scheduler.NONE) {
                bound.blame(
                        bound.value(),
                        "policy",
                        "The policy requires a job through the scheduler and this fleet has no scheduler.",
                        "Give it a policy without `smoke.required`.");
            }
            if (policy != null
                    && policy.smoke().required()
                    && bound.value().scheduler() == FleetConfig.Scheduler.SLURM) {
                bound.blame(
                        bound.value(),
                        "policy",
                        "The policy requires a job through the scheduler, and a drained node of Slurm starts none.",
                        "Give it a policy without `smoke.required`.");
            }
            if (policy != null && baseline != null) {
                if (policy.driftCheck().ansible() || policy.convergeBy() == NodePolicy.ConvergeBy.ANSIBLE) {
                    ansible(bound);
                    variables(bound, baseline);
                }
                switch (policy.convergeBy()) {
                    case PACKAGES, ANSIBLE -> packages(bound, baseline);
                    case IMAGE -> image(bound, baseline);
                }
            }
        }
    }

    /** The file itself is looked for where it is needed: beside the worker. */
    private void ansible(ConfigLoader.Bound<FleetConfig> bound) {
        boolean many = site.ledger()
                .url()
                .filter(u -> u.startsWith("jdbc:postgresql:"))
                .isPresent();
        if (many && !site.ansible().shared()) {
            bound.blame(
                    bound.value(),
                    "policy",
                    "The policy uses Ansible, the ledger is shared, and `ansible.runs` is not.",
                    "Put that directory where every worker sees it, and write `ansible: { shared: true }` in"
                            + " slipway.yaml.");
        }
        if (site.ansible().timeout().compareTo(AnsibleConfig.LONGEST) > 0) {
            bound.blame(
                    bound.value(),
                    "policy",
                    "The policy uses Ansible, and `ansible.timeout` in slipway.yaml is longer than 40m.",
                    "Shorten it; a person is asked at its end.");
        }
    }

    private void variables(ConfigLoader.Bound<FleetConfig> bound, BaselineConfig baseline) {
        site.ansible()
                .table()
                .objections(baseline.id(), baseline.pins())
                .forEach(objection -> bound.blame(
                        bound.value(),
                        "policy",
                        "The policy uses Ansible, and in `ansible.variables` " + objection,
                        "Correct the variable in slipway.yaml."));
    }

    private static void packages(ConfigLoader.Bound<FleetConfig> bound, BaselineConfig baseline) {
        if (baseline.packages().isEmpty()) {
            bound.blame(
                    bound.value(),
                    "baseline",
                    "The policy converges packages and baseline `" + baseline.id() + "` names none.",
                    "Name each package in it with its exact version.");
        }
        if (pinsImage(baseline)) {
            bound.blame(
                    bound.value(),
                    "baseline",
                    "The policy converges packages and baseline `" + baseline.id() + "` pins an image.",
                    "Write `convergeBy: image` in the policy, or `imageVersion: n/a` in the baseline.");
        }
    }

    private void image(ConfigLoader.Bound<FleetConfig> bound, BaselineConfig baseline) {
        if (!pinsImage(baseline)) {
            bound.blame(
                    bound.value(),
                    "baseline",
                    "The policy writes images and baseline `" + baseline.id() + "` pins none.",
                    "Write the exact `imageVersion` in its pins.");
        }
        BaselineConfig previous = baselines.get(baseline.previous().orElse(""));
        if (previous != null && !pinsImage(previous)) {
            bound.blame(
                    bound.value(),
                    "baseline",
                    "The policy writes images and `" + previous.id()
                            + "`, to which a failed change goes back, pins none.",
                    "Name a `previous` baseline that pins its image.");
        }
        if (bound.value().image().or(site::image).isEmpty()) {
            bound.blame(
                    bound.value(),
                    "policy",
                    "The policy writes images and nothing says how.",
                    "Add `image` with its `command` to this fleet or to slipway.yaml.");
        }
    }

    private static boolean pinsImage(BaselineConfig baseline) {
        return !baseline.pins()
                .getOrDefault(Field.IMAGE_VERSION, BaselineConfig.NOT_APPLICABLE)
                .equals(BaselineConfig.NOT_APPLICABLE);
    }
}
