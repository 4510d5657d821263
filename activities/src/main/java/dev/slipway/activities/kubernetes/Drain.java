package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Drains one node. While something on the node needs a person nothing is evicted: other work would be moved for a node
 * that cannot be emptied.
 */
final class Drain {
    private final Act act;
    private final DrainPolicy policy;
    private final NodePods sight;
    private final ClusterWatch watch;
    private final Evictions evictions;
    private final GpuHolders holders;
    private final ActivityClock clock;
    private final EvictionBackoff evictionBackoff;
    private final Set<String> firstSeen = new HashSet<>();
    private boolean asked = true;
    private String computing = "";

    /** Starts after the cordon has just been seen to be ours; it is checked again before each later eviction. */
    Drain(DrainPolicy policy, NodePods sight, Evictions evictions, GpuHolders holders, ActivityClock clock) {
        this.act = sight.act();
        this.policy = policy;
        this.sight = sight;
        this.watch = sight.watch();
        this.evictions = evictions;
        this.holders = holders;
        this.clock = clock;
        this.evictionBackoff = new EvictionBackoff(watch, clock);
    }

    Drained run() {
        Instant deadline = clock.deadline(policy.within());
        BlockingPods blockers = new BlockingPods(act.node(), policy, clock.began(), clock.blockers());
        DrainWakeup drainWakeup = new DrainWakeup();
        try (WatchListeners.Listening _ = watch.listeners().listen(act.node().name(), drainWakeup)) {
            NodePods.Found seen = sight.asked();
            seen.occupants().forEach(pod -> firstSeen.add(pod.uid()));
            while (true) {
                if (seen.occupants().isEmpty()) {
                    seen = closer(seen);
                    if (seen.occupants().isEmpty() && computing.isEmpty()) {
                        return proof(seen);
                    }
                }
                DrainProgress progress = round(seen.occupants(), policy.evict(), computing, blockers);
                Instant wake = blockers.next().filter(deadline::isAfter).orElse(deadline);
                boolean asks = policy.evict() && progress.blocked().isEmpty();
                pause(drainWakeup, seen.occupants(), progress, new Until(deadline, wake, blockers.since(), asks));
                drainWakeup.forget();
                clock.heartbeat();
                seen = sight.find();
                asked = seen.proof().isPresent();
            }
        }
    }

    /**
     * Checks a node that seems empty: two readings of the API server, then one of its GPUs. While a process was on them
     * the GPUs are read first, without a needless request to the API server.
     */
    private NodePods.Found closer(NodePods.Found seen) {
        OnGpus gpus = new OnGpus(holders);
        if (!computing.isEmpty()) {
            computing = gpus.of(act);
            if (!computing.isEmpty()) {
                return seen;
            }
        }
        NodePods.Found first = seen.proof().isPresent() ? seen : sight.asked();
        NodePods.Found second =
                first.occupants().isEmpty() ? sight.askedAgain(first.proof().orElseThrow()) : first;
        if (second.occupants().isEmpty()) {
            computing = gpus.of(act);
        }
        return second;
    }

    /**
     * Holds when the drain gives up, when it must check again at the latest, its obstacles and since when, and whether
     * it evicts pods.
     */
    private record Until(Instant deadline, Instant look, Map<String, Instant> inTheWay, boolean asks) {}

    private void pause(DrainWakeup drainWakeup, List<DrainablePod> occupants, DrainProgress progress, Until until) {
        Instant now = clock.instant();
        if (!now.isBefore(until.deadline())) {
            throw FailureType.DRAIN_BLOCKED.of(act.node() + " is not empty in time: " + progress.remains());
        }
        clock.showWait(act, progress.until(until.deadline()), until.inTheWay());
        drainWakeup.watch(occupants.stream()
                .filter(pod -> !ending(pod))
                .flatMap(pod -> watch.covering(pod).stream())
                .map(Budget::key)
                .collect(Collectors.toSet()));
        // A pod that waits for a person, or is already ending, is not evicted again, whatever has changed for it.
        List<DrainablePod> asked = until.asks()
                ? occupants.stream().filter(pod -> !pod.terminating()).toList()
                : List.of();
        if (asked.stream().anyMatch(evictionBackoff::gotRoom)) {
            return;
        }
        Instant wake = evictionBackoff.next(asked, now.plus(clock.scaled(DrainTiming.LOOK)));
        Duration pause = Duration.between(now, wake.isBefore(until.look()) ? wake : until.look());
        int ending = (int) occupants.stream().filter(this::ending).count();
        drainWakeup.await(ending, pause.isPositive() ? pause : Duration.ofMillis(1), clock::heartbeat);
    }

    private Drained proof(NodePods.Found seen) {
        return new Drained(
                clock.instant(),
                evictionBackoff.evicted(),
                "two lists without work, the last at version "
                        + seen.proof().orElseThrow().resourceVersion() + "; no process on a GPU");
    }

    /** Evicts what may be evicted now, and returns what stays; fails if the policy no longer waits for it. */
    private DrainProgress round(List<DrainablePod> occupants, boolean evict, String onNode, BlockingPods blockers) {
        boolean needsPerson =
                occupants.stream().anyMatch(pod -> !ending(pod) && blocker(pod).isPresent());
        // Before anything is evicted: no work is moved for a node that policy gives back.
        blockers.blockedBy(blocking(occupants, evict), clock.instant());
        if (evict && !needsPerson) {
            evictWhatIsDue(occupants.stream().filter(pod -> !ending(pod)).toList());
        }
        blockers.blockedBy(blocking(occupants, evict), clock.instant());
        List<String> blocked = new ArrayList<>();
        List<String> waiting = new ArrayList<>();
        List<String> ending = new ArrayList<>();
        for (DrainablePod pod : occupants) {
            Optional<String> blocker = blocker(pod);
            if (ending(pod)) {
                ending.add(pod + blockers.since(pod));
            } else if (blocker.isPresent()) {
                blocked.add(pod + ": " + blocker.get() + blockers.since(pod));
            } else {
                waiting.add(pod + ": " + why(pod, evict, needsPerson) + blockers.since(pod));
            }
        }
        return new DrainProgress(blocked, waiting, ending, onNode);
    }

    private Map<DrainablePod, String> blocking(List<DrainablePod> occupants, boolean evict) {
        Map<DrainablePod, String> blocking = new LinkedHashMap<>();
        for (DrainablePod pod : occupants) {
            Optional<String> why = ending(pod) ? overdue(pod) : blocker(pod);
            why.or(() -> evict && !ending(pod) ? evictionBackoff.noRoom(pod) : Optional.empty())
                    .ifPresent(text -> blocking.put(pod, text));
        }
        return blocking;
    }

    /** Returns the reason for a pod whose time to end is over, e.g. a finalizer or a silent kubelet. */
    private Optional<String> overdue(DrainablePod pod) {
        return pod.endsBy()
                .filter(end -> clock.instant().isAfter(end.plus(clock.scaled(DrainTiming.PERMANENT))))
                .map(end -> "was to end by " + DrainProgress.TIME.format(end));
    }

    private boolean ending(DrainablePod pod) {
        return pod.terminating() || evictionBackoff.accepted(pod);
    }

    private Optional<String> blocker(DrainablePod pod) {
        return pod.blocker(policy.deleteEmptyDir())
                .or(() -> twoBudgets(pod))
                .or(() -> evictionBackoff.needsPerson(pod))
                .or(() -> cameBack(pod)
                        ? Optional.of("it was started on this node again: it tolerates the cordon")
                        : Optional.empty());
    }

    /** The API refuses a pod that two budgets cover. */
    private Optional<String> twoBudgets(DrainablePod pod) {
        List<Budget> covering = watch.covering(pod);
        return covering.size() < 2
                ? Optional.empty()
                : Optional.of("two disruption budgets cover it, which the eviction API refuses: "
                        + covering.stream().map(Budget::key).collect(Collectors.joining(", ")));
    }

    /** Evicted again and again, it would only come back again and again. */
    private boolean cameBack(DrainablePod pod) {
        return pod.toleratesCordon() && !firstSeen.contains(pod.uid()) && evictionBackoff.evictedOneOf(pod.owner());
    }

    private String why(DrainablePod pod, boolean evict, boolean needsPerson) {
        if (!evict) {
            return "not asked to leave";
        }
        return needsPerson ? "not evicted while the node is blocked" : evictionBackoff.why(pod);
    }

    private void evictWhatIsDue(List<DrainablePod> pods) {
        Duration quiet = evictions.quiet();
        if (quiet.isPositive()) {
            pods.forEach(pod -> evictionBackoff.refuse(pod, quiet, "the API server asked for a pause"));
            return;
        }
        List<DrainablePod> due = pods.stream().filter(evictionBackoff::due).toList();
        if (!due.isEmpty() && !asked) {
            sight.mustBeOurs();
            asked = true;
        }
        clock.heartbeat();
        List<EvictionBackoff.Known> known =
                due.stream().map(evictionBackoff::known).toList();
        List<Evictions.Asked> asks = due.stream()
                .map(pod ->
                        new Evictions.Asked(pod, watch.covering(pod).stream().findFirst()))
                .toList();
        List<EvictionAnswer> answers = evictions.evict(asks, clock::heartbeat);
        for (int i = 0; i < due.size(); i++) {
            evictionBackoff.note(due.get(i), answers.get(i), known.get(i));
        }
    }
}
