package dev.slipway.model;

import java.util.Locale;

/** Lists what people are notified of, each by the word that its messages carry; docs/operate.md has the same list. */
public enum NotificationState {
    /** A run waits for a decision. */
    DECISION,
    /** A node ended out of service. */
    HELD,
    /** A node ended out of service, and its hardware is to be replaced. */
    RMA_CANDIDATE,
    /** A node did not bear a change. */
    ROLLED_BACK,
    /** Runs wait for a part of the site. */
    AWAY,
    /** A rollout starts no further node. */
    STOPPED,
    /** A rollout starts no further node until the ledger answers. */
    WAITS,
    /** A release without proof came to its end. */
    RELEASE_ENDED,
    /** A drift check did not come to its end. */
    FAILED,
    /** A drift check found something. */
    DIFFERS;

    /** Returns the word in messages: that of nodes in capital letters, that of rollouts and checks in small ones. */
    public String word() {
        return compareTo(AWAY) <= 0 ? name() : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
