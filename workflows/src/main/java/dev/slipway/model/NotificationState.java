package dev.slipway.model;

/** Lists what people are notified of, each by the word that its messages carry; docs/operate.md has the same list. */
public enum NotificationState {
    /** A run waits for a decision. */
    DECISION("DECISION"),
    /** A node ended out of service. */
    HELD("HELD"),
    /** A node ended out of service, and its hardware is to be replaced. */
    RMA_CANDIDATE("RMA_CANDIDATE"),
    /** A node did not bear a change. */
    ROLLED_BACK("ROLLED_BACK"),
    /** Runs wait for a part of the site. */
    AWAY("AWAY"),
    /** A rollout starts no further node. */
    STOPPED("stopped"),
    /** A rollout starts no further node until the ledger answers. */
    WAITS("waits"),
    /** A release without proof came to its end. */
    RELEASE_ENDED("release-ended"),
    /** A drift check did not come to its end. */
    FAILED("failed"),
    /** A drift check found something. */
    DIFFERS("differs");

    private final String word;

    NotificationState(String word) {
        this.word = word;
    }

    /** Returns the word in messages. It never changes: it is in the id by which a message is sent once. */
    public String word() {
        return word;
    }
}
