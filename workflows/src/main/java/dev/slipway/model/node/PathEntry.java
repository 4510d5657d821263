package dev.slipway.model.node;

import java.time.Instant;

/**
 * Records one runbook on a node's path through several: the row of its table and what that means, from when to when,
 * and how it ended, by an outcome or by going on to the next.
 */
public record PathEntry(String runbook, String row, String title, Instant began, Instant ended, String how) {

    @Override
    public String toString() {
        String found = row.isBlank() ? "" : " row " + row + " (" + title + ")";
        return runbook + found + ", " + began + " to " + ended + ": " + how;
    }
}
