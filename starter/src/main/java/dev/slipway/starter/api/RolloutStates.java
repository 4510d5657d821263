package dev.slipway.starter.api;

import dev.slipway.ledger.Plans;
import dev.slipway.model.node.Trigger;
import dev.slipway.rollout.RolloutSummary;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Status;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Says where rollouts are, and which of them wait for a person. */
record RolloutStates(Installation installation, Runs runs) {
    private static final int NEWEST = 200;
    private static final Set<String> ENDED_BY_ITSELF = Set.of("running", "completed", "canceled");

    Optional<RolloutSummary> summary(Runs.Run run) {
        return run.status().equals("completed")
                ? runs.result(run.workflowId(), RolloutSummary.class, 5)
                : runs.query(run.workflowId(), "view", RolloutSummary.class);
    }

    static boolean byForce(Runs.Run run) {
        return !ENDED_BY_ITSELF.contains(run.status());
    }

    /** A rollout that was closed by force has no end of its own: it is shown where it was, its nodes by the ledger. */
    static String words(Runs.Run run, String was) {
        String status = run.status().replace('_', ' ');
        if (was.isEmpty()) {
            return status + (byForce(run) ? "" : ", and no worker reports more");
        }
        return byForce(run) ? status + ", was at: " + was : was;
    }

    /** Returns the fleet of a plan; empty if it has no node. */
    String fleet(String plan) {
        return installation.ledger().plans().page(plan, 0, 1).stream()
                .map(Trigger::fleet)
                .findFirst()
                .orElse("");
    }

    /** Returns, of the newest rollouts of those fleets, the open ones that wait for a person, or may do so. */
    List<Status.Waiting> waiting(Collection<String> fleets) {
        List<Plans.Plan> newest = installation.ledger().plans().newest(0, NEWEST);
        try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
            return newest.stream()
                    .map(plan -> CompletableFuture.supplyAsync(() -> waiting(plan.id(), fleets), together))
                    .toList()
                    .stream()
                    .flatMap(found -> found.join().stream())
                    .toList();
        }
    }

    private Optional<Status.Waiting> waiting(String change, Collection<String> fleets) {
        return runs.describe("rollout/" + change).filter(Runs.Run::open).flatMap(run -> {
            String fleet = fleet(change);
            if (!fleets.contains(fleet)) {
                return Optional.empty();
            }
            String was = summary(run).map(RolloutSummary::state).orElse("");
            return command(was, change).map(next -> new Status.Waiting(change, fleet, words(run, was), next));
        });
    }

    /** Nobody knows whether a rollout of which no worker reports waits for a person. */
    private static Optional<String> command(String state, String change) {
        if (state.isEmpty()) {
            return Optional.of("slipway rollout status " + change);
        }
        if (state.startsWith("waits for approval")) {
            return Optional.of("slipway rollout approve " + change + " --reason …");
        }
        return state.endsWith(", paused")
                ? Optional.of("slipway rollout resume " + change + " --reason …")
                : Optional.empty();
    }
}
