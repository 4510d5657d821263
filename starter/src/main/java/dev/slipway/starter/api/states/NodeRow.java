package dev.slipway.starter.api.states;

import dev.slipway.config.Config;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.api.Runs;
import dev.slipway.starter.client.Status;

/** Makes rows of the status out of rows of the ledger. */
public record NodeRow(Runs runs) {

    /** Returns whether a fleet lists that node. */
    public static boolean listed(Config config, NodeRef node) {
        return config.fleets().values().stream()
                .anyMatch(fleet -> fleet.cluster().equals(node.cluster())
                        && fleet.member(node.name()).isPresent());
    }

    /** Returns the row of a node. */
    public Status.Row of(NodeNote note, boolean stale) {
        return new Status.Row(
                note.node().cluster(),
                note.node().name(),
                note.fleet(),
                note.runbook(),
                note.state().word(),
                note.step(),
                note.at().toString(),
                note.why(),
                note.row().orElse(""),
                note.workflowId(),
                note.workflowId().isBlank() ? "" : runs.link(note.workflowId(), note.runId()),
                stale,
                stale ? "slipway node show " + note.node().name() : next(note));
    }

    /** Returns the row of a node that no fleet has any more. */
    public Status.Row gone(NodeNote note) {
        String was = "not in the fleet any more; was " + note.state().word() + ": " + note.why();
        return of(note, false).as(FleetNodes.NOT_IN_FLEET, was, "");
    }

    private static String next(NodeNote note) {
        String name = note.node().name();
        return switch (note.state()) {
            case DECISION -> "slipway " + (aboutLines(note) ? "accept " : "retry ") + name + " --reason …";
            case HELD -> "slipway node show " + name;
            default -> "";
        };
    }

    /** A person is asked about lines of the driver: there is nothing to try again. */
    private static boolean aboutLines(NodeNote note) {
        return note.step().equals("unknown-lines");
    }
}
