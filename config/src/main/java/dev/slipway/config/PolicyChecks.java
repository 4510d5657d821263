package dev.slipway.config;

import dev.slipway.config.units.Percent;
import dev.slipway.config.units.WaveSize;
import dev.slipway.model.node.BlockedRule;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;

/** Checks what must hold inside a policy. */
final class PolicyChecks {
    private static final int HIGHEST_XID = 999;
    /** Is how far back a diagnosis reads the kernel's log. */
    private static final Duration LONGEST_WINDOW = Duration.ofHours(24);

    private static final Duration LONGEST_SMOKE = Duration.ofMinutes(50);

    private PolicyChecks() {}

    static void run(ConfigLoader.Bound<PolicyConfig> bound) {
        PolicyConfig policy = bound.value();
        waves(bound);
        if (policy.maxUnavailable().count() < 1) {
            bound.blame(policy.maxUnavailable(), "count", "`count` of `maxUnavailable` is at least 1.", "Raise it.");
        }
        positive(bound, policy, "expectedRunDuration", policy.expectedRunDuration());
        positive(bound, policy.node(), "drainTimeout", policy.node().drainTimeout());
        positive(bound, policy.node(), "capacityTimeout", policy.node().capacityTimeout());
        positive(bound, policy.node(), "decideTimeout", policy.node().decideTimeout());
        positive(bound, policy.node(), "unavailableTimeout", policy.node().unavailableTimeout());
        policy.node().blocked().forEach(rule -> blocked(bound, rule));
        policy.drain().deleteEmptyDir().forEach(pods -> deleteEmptyDir(bound, pods));
        positive(bound, policy.node(), "rebootTimeout", policy.node().rebootTimeout());
        if (policy.node().rebootTimeout().compareTo(PolicyConfig.LONGEST_REBOOT) > 0) {
            bound.blame(policy.node(), "rebootTimeout", "`rebootTimeout` is longer than 30m.", "Shorten it.");
        }
        smoke(bound, policy.smoke());
        xids(bound, policy.xids());
        policy.windows().ifPresent(windows -> windows(bound, windows));
        policy.driftCheck().cron().ifPresent(cron -> cron(bound, cron));
    }

    private static void blocked(ConfigLoader.Bound<PolicyConfig> bound, PolicyConfig.Blocked rule) {
        Duration limit = bound.value().node().drainTimeout();
        if (rule.then() != BlockedRule.Then.WAIT && rule.after().compareTo(limit) > 0) {
            bound.blame(
                    rule,
                    "after",
                    "`after` is longer than `drainTimeout`: the drain has ended by then.",
                    "Shorten it, or give the drain more time.");
        }
    }

    private static void deleteEmptyDir(ConfigLoader.Bound<PolicyConfig> bound, PolicyConfig.DeleteEmptyDir pods) {
        if (pods.namespace().isEmpty() && pods.labels().isEmpty()) {
            bound.blame(
                    bound.value().drain(),
                    "deleteEmptyDir",
                    "An entry of `deleteEmptyDir` names neither `namespace` nor `labels`: it selects every pod.",
                    "Name the pods that may lose it.");
        }
    }

    private static void smoke(ConfigLoader.Bound<PolicyConfig> bound, PolicyConfig.Smoke smoke) {
        if (smoke.required() && smoke.job().isEmpty()) {
            bound.blame(
                    smoke, "required", "G10 is required and there is no job for it.", "Add `job` with its `image`.");
        }
        smoke.job().ifPresent(job -> {
            positive(bound, job, "timeout", job.timeout());
            if (job.timeout().compareTo(LONGEST_SMOKE) > 0) {
                bound.blame(job, "timeout", "`timeout` is longer than 50m.", "Shorten it, and the job.");
            }
            if (!job.namespace().matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")) {
                bound.blame(job, "namespace", "This is not the name of a namespace.", "Write for example `default`.");
            }
        });
    }

    private static void xids(ConfigLoader.Bound<PolicyConfig> bound, PolicyConfig.Xids xids) {
        if (xids.blocking().stream().anyMatch(code -> code < 1 || code > HIGHEST_XID)) {
            bound.blame(
                    xids,
                    "blocking",
                    "An XID is a number from 1 to " + HIGHEST_XID + ".",
                    "Write for example [48, 79].");
        }
        if (Set.copyOf(xids.blocking()).size() < xids.blocking().size()) {
            bound.blame(xids, "blocking", "An XID is listed twice in `blocking`.", "Remove one.");
        }
        positive(bound, xids, "window", xids.window());
        if (xids.window().compareTo(LONGEST_WINDOW) > 0) {
            bound.blame(xids, "window", "`window` is longer than 24h: older XIDs are not read.", "Shorten it.");
        }
    }

    private static void waves(ConfigLoader.Bound<PolicyConfig> bound) {
        PolicyConfig policy = bound.value();
        List<WaveSize> waves = policy.waves();
        if (waves.isEmpty()) {
            bound.blame(policy, "waves", "There is no wave.", "Write at least the canary: [1, 100%].");
        }
        for (int i = 0; i < waves.size(); i++) {
            WaveSize wave = waves.get(i);
            if (wave.share().map(Percent::value).orElse(wave.count()) == 0) {
                bound.blame(policy, "waves", "A wave of " + wave + " does nothing.", "Remove it.");
            } else if (i > 0 && !rises(waves.get(i - 1), wave)) {
                bound.blame(
                        policy,
                        "waves",
                        "The wave " + wave + " does not go beyond " + waves.get(i - 1) + ".",
                        "Write rising sizes, counts before shares.");
            }
        }
        if (!waves.isEmpty() && !waves.getLast().toString().equals("100%")) {
            bound.blame(policy, "waves", "The last wave ends at " + waves.getLast() + ".", "End with 100%.");
        }
    }

    private static boolean rises(WaveSize from, WaveSize to) {
        if (from.share().isPresent()) {
            return to.share().isPresent()
                    && to.share().get().value() > from.share().get().value();
        }
        return to.share().isPresent() || to.count() > from.count();
    }

    private static void windows(ConfigLoader.Bound<PolicyConfig> bound, WindowsConfig windows) {
        if (windows.allow().isEmpty()) {
            bound.blame(windows, "allow", "These windows never open.", "Add a span, or remove `windows`.");
        }
        for (WindowsConfig.Span span : windows.allow()) {
            if (bound.value().expectedRunDuration().compareTo(length(span)) > 0) {
                bound.blame(
                        span,
                        "from",
                        "One node takes longer than the window from " + span.from() + " to " + span.to() + ".",
                        "Widen it, or correct `expectedRunDuration`.");
            }
        }
    }

    private static Duration length(WindowsConfig.Span span) {
        Duration length = Duration.between(span.from(), span.to());
        return span.to().equals(LocalTime.MIDNIGHT) || length.isNegative() || length.isZero()
                ? length.plusDays(1)
                : length;
    }

    private static void cron(ConfigLoader.Bound<PolicyConfig> bound, String cron) {
        if (!cron.matches("(@(hourly|daily|weekly))|([-0-9*/,A-Za-z]+ ){4}[-0-9*/,A-Za-z]+")) {
            bound.blame(
                    bound.value().driftCheck(),
                    "cron",
                    BadValue.shown(cron) + " is not a cron expression.",
                    "Write five fields, for example `30 2 * * *`.");
        }
    }

    private static void positive(ConfigLoader.Bound<PolicyConfig> bound, Object section, String key, Duration time) {
        if (time.isZero()) {
            bound.blame(section, key, "`" + key + "` is not longer than zero.", "Write for example 1h.");
        }
    }
}
