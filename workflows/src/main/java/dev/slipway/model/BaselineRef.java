package dev.slipway.model;

/** Identifies an exact baseline: its name and the hash of its content, under which the ledger stores it for ever. */
public record BaselineRef(String id, String hash) {

    @Override
    public String toString() {
        return id + "@" + (hash.length() > 7 ? hash.substring(0, 7) : hash);
    }
}
