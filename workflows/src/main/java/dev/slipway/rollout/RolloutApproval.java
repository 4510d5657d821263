package dev.slipway.rollout;

import dev.slipway.frame.RefusedDecision;
import dev.slipway.model.Who;
import java.util.Locale;
import java.util.Optional;

/** Decides who may let a rollout begin. */
final class RolloutApproval {
    private final RolloutPlan.Approval asked;
    private boolean open;

    RolloutApproval(RolloutPlan.Approval asked) {
        this.asked = asked;
        this.open = asked.needed();
    }

    boolean open() {
        return open;
    }

    void close() {
        open = false;
    }

    String waitReason() {
        return asked.fourEyes()
                ? "waits for approval by somebody else than " + asked.startedBy()
                : "waits for approval";
    }

    String approve() {
        open = false;
        return "approved, begins";
    }

    void mayApprove(Who who) {
        mayDeny();
        if (asked.fourEyes() && same(who.name(), asked.startedBy())) {
            throw new RefusedDecision("this rollout needs a second person with another token, and " + asked.startedBy()
                    + " asked for it; see: slipway token add --help");
        }
    }

    void mayDeny() {
        if (!open) {
            throw new RefusedDecision("it does not wait for approval");
        }
    }

    /** Returns why a signal is refused as an approval; empty if it is accepted. */
    Optional<String> refusesSignal(Who who) {
        if (!open) {
            return Optional.of("it does not wait for approval");
        }
        if (who.unauthenticated()) {
            return Optional.of("it does not say by whom and why");
        }
        if (asked.fourEyes()) {
            return Optional.of("a second person approves by update, never by signal");
        }
        return asked.bySignal() ? Optional.empty() : Optional.of("the policy takes approvals by update only");
    }

    private static boolean same(String one, String other) {
        return one.strip().toLowerCase(Locale.ROOT).equals(other.strip().toLowerCase(Locale.ROOT));
    }
}
