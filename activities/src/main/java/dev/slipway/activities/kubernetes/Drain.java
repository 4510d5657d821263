package dev.slipway.activities.kubernetes;

import dev.slipway.activities.guard.GpuHolders;
import dev.slipway.activities.guard.Waiting;
import dev.slipway.model.Act;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.Drained;
import dev.slipway.model.FailureType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One drain of one node. While something on the node needs a person nothing is evicted: other work would be moved for
 * a node that cannot be emptied.
 */
final class Drain {
    private final Act act;
    private final ClusterApi api;
    private final Evictions evictions;
    private final Runnable underOurCordon;
    private final Surroundings around;
    private final Map<String, Refusal> refusals = new HashMap<>();
    private final Set<String> firstSeen = new HashSet<>();
    private final Set<String> ownersEvicted = new HashSet<>();
    private volatile Set<String> budgetsWaitedFor = Set.of();
    private boolean asked = true;
    private int evicted;

    /** What a drain needs besides the cluster. */
    record Surroundings(GpuHolders holders, Waiting waiting, InstantSource clock, Rhythm rhythm) {}

    /** What a refusal is about. */
    private enum About {
        NOTHING,
        ROOM,
        PERSON
    }

    /** Why a pod was not evicted, when it may be tried again, and the state of its budgets at that time. */
    private record Refusal(Instant tryAt, String text, About about, List<String> budgets) {}

    /** {@code underOurCordon} has just been run, and is run again before any later eviction. */
    Drain(Act act, ClusterApi api, Evictions evictions, Runnable underOurCordon, Surroundings around) {
        this.act = act;
        this.api = api;
        this.evictions = evictions;
        this.underOurCordon = underOurCordon;
        this.around = around;
    }

    Drained run(DrainPolicy policy) {
        Instant deadline = around.waiting().since().plus(policy.within());
        Waiting waiting = around.waiting();
        Patience patience = new Patience(act.node(), policy, waiting.since(), waiting.inTheWay());
        PodsOnNode pods = new PodsOnNode(api, act.node().name());
        try (Changes changes = new Changes(api, act.node().name());
                Budgets.Ear _ = evictions.budgets().listen(budget -> heard(budget, changes))) {
            PodsOnNode.Seen seen = pods.now();
            seen.occupants().forEach(pod -> firstSeen.add(pod.uid()));
            while (true) {
                String onNode = "";
                if (seen.occupants().isEmpty()) {
                    seen = pods.again(seen);
                    onNode = seen.occupants().isEmpty() ? new OnGpus(around.holders()).of(act) : "";
                    if (seen.occupants().isEmpty() && onNode.isEmpty()) {
                        return proof(seen);
                    }
                }
                DrainProgress progress = round(seen.occupants(), policy.evict(), onNode, patience);
                Instant wake = patience.next().filter(deadline::isAfter).orElse(deadline);
                pause(changes, seen.occupants(), progress, new Until(deadline, wake, patience.since()));
                changes.forget();
                around.waiting().works();
                asked = false;
                seen = pods.now();
            }
        }
    }

    private void heard(Budget budget, Changes changes) {
        if (budget.hasRoom() && budgetsWaitedFor.contains(budget.key())) {
            changes.wake();
        }
    }

    /** When the drain gives up, when it must look again at the latest, and what has been in its way since when. */
    private record Until(Instant deadline, Instant look, Map<String, Instant> inTheWay) {}

    private void pause(Changes changes, List<Occupant> occupants, DrainProgress progress, Until until) {
        Instant now = around.clock().instant();
        if (!now.isBefore(until.deadline())) {
            throw FailureType.DRAIN_BLOCKED.of(act.node() + " is not empty in time: " + progress.remains());
        }
        around.waiting().waits(act, progress.until(until.deadline()), until.inTheWay());
        budgetsWaitedFor = occupants.stream()
                .filter(pod -> !ending(pod))
                .flatMap(pod -> evictions.budgets().covering(pod).stream())
                .map(Budget::key)
                .collect(Collectors.toUnmodifiableSet());
        if (occupants.stream().anyMatch(this::gotRoom)) {
            return;
        }
        Instant wake = occupants.stream()
                .flatMap(pod -> Optional.ofNullable(refusals.get(pod.uid())).stream())
                .map(Refusal::tryAt)
                .reduce(now.plus(around.rhythm().look()), (a, b) -> a.isBefore(b) ? a : b);
        Duration pause = Duration.between(now, wake.isBefore(until.look()) ? wake : until.look());
        int ending = (int) occupants.stream().filter(this::ending).count();
        changes.await(ending, pause.isPositive() ? pause : Duration.ofMillis(1));
    }

    private Drained proof(PodsOnNode.Seen seen) {
        return new Drained(
                around.clock().instant(),
                evicted,
                "two lists without work, the last at version " + seen.resourceVersion() + "; no process on a GPU");
    }

    /** Evicts what may be evicted now, and says what stays; fails where policy does not wait for it any longer. */
    private DrainProgress round(List<Occupant> occupants, boolean evict, String onNode, Patience patience) {
        boolean needsPerson =
                occupants.stream().anyMatch(pod -> !ending(pod) && blocker(pod).isPresent());
        // Before anything is evicted: no work is moved for a node that policy gives back.
        patience.blockedBy(blocking(occupants, evict), around.clock().instant());
        if (evict && !needsPerson) {
            evictWhatIsDue(occupants.stream().filter(pod -> !ending(pod)).toList());
        }
        patience.blockedBy(blocking(occupants, evict), around.clock().instant());
        List<String> blocked = new ArrayList<>();
        List<String> waiting = new ArrayList<>();
        List<String> ending = new ArrayList<>();
        for (Occupant pod : occupants) {
            Optional<String> blocker = blocker(pod);
            if (ending(pod)) {
                ending.add(pod + patience.since(pod));
            } else if (blocker.isPresent()) {
                blocked.add(pod + ": " + blocker.get() + patience.since(pod));
            } else {
                waiting.add(pod + ": " + why(pod, evict, needsPerson) + patience.since(pod));
            }
        }
        return new DrainProgress(blocked, waiting, ending, onNode);
    }

    private Map<Occupant, String> blocking(List<Occupant> occupants, boolean evict) {
        Map<Occupant, String> blocking = new LinkedHashMap<>();
        for (Occupant pod : occupants) {
            Optional<String> why = ending(pod) ? overdue(pod) : blocker(pod);
            why.or(() -> evict && !ending(pod) ? noRoom(pod) : Optional.empty())
                    .ifPresent(text -> blocking.put(pod, text));
        }
        return blocking;
    }

    /** A pod whose time to end is over, e.g. because of a finalizer or a kubelet that is silent. */
    private Optional<String> overdue(Occupant pod) {
        return pod.endsBy()
                .filter(end -> around.clock()
                        .instant()
                        .isAfter(end.plus(around.rhythm().permanent())))
                .map(end -> "was to end by " + DrainProgress.TIME.format(end));
    }

    private Optional<String> noRoom(Occupant pod) {
        List<Budget> full = evictions.budgets().covering(pod).stream()
                .filter(budget -> !budget.hasRoom())
                .toList();
        Optional<String> refused = Optional.ofNullable(refusals.get(pod.uid()))
                .filter(before -> before.about() == About.ROOM && !gotRoom(pod))
                .map(Refusal::text);
        return full.stream().findFirst().map(Budget::toString).or(() -> refused);
    }

    private boolean ending(Occupant pod) {
        return pod.terminating() || accepted(pod);
    }

    private boolean accepted(Occupant pod) {
        Refusal state = refusals.get(pod.uid());
        return state != null
                && state.text().isEmpty()
                && around.clock().instant().isBefore(state.tryAt());
    }

    private Optional<String> blocker(Occupant pod) {
        return evictions
                .blocker(pod)
                .or(() -> Optional.ofNullable(refusals.get(pod.uid()))
                        .filter(refusal -> refusal.about() == About.PERSON)
                        .filter(refusal -> around.clock().instant().isBefore(refusal.tryAt()))
                        .map(Refusal::text))
                .or(() -> cameBack(pod)
                        ? Optional.of("it was started on this node again: it tolerates the cordon")
                        : Optional.empty());
    }

    /** Evicted again and again, it would only come back again and again. */
    private boolean cameBack(Occupant pod) {
        return pod.toleratesCordon() && !firstSeen.contains(pod.uid()) && ownersEvicted.contains(pod.owner());
    }

    private String why(Occupant pod, boolean evict, boolean needsPerson) {
        if (!evict) {
            return "not asked to leave";
        }
        if (needsPerson) {
            return "not evicted while the node is blocked";
        }
        Refusal before = refusals.get(pod.uid());
        if (before == null) {
            return "its turn comes";
        }
        return evictions.budgets().covering(pod).stream()
                .findFirst()
                .filter(budget -> before.about() == About.ROOM)
                .map(Budget::toString)
                .orElse(before.text());
    }

    /** Whether a budget that had no room shows some, and is another than it was then. */
    private boolean gotRoom(Occupant pod) {
        Refusal before = refusals.get(pod.uid());
        return before != null
                && before.about() == About.ROOM
                && !before.budgets().equals(versions(pod))
                && evictions.budgets().covering(pod).stream().allMatch(Budget::hasRoom);
    }

    private List<String> versions(Occupant pod) {
        return evictions.budgets().covering(pod).stream().map(Budget::version).toList();
    }

    private void evictWhatIsDue(List<Occupant> pods) {
        Duration quiet = evictions.quiet();
        if (quiet.isPositive()) {
            pods.forEach(pod -> refuse(pod, quiet, "the API server asked for a pause", About.NOTHING));
            return;
        }
        List<Occupant> due = pods.stream().filter(this::due).toList();
        if (!due.isEmpty() && !asked) {
            underOurCordon.run();
            asked = true;
        }
        around.waiting().works();
        List<List<String>> budgets = due.stream().map(this::versions).toList();
        List<EvictionAnswer> answers = evictions.evict(due, around.waiting()::works);
        for (int i = 0; i < due.size(); i++) {
            note(due.get(i), answers.get(i), budgets.get(i));
        }
    }

    private boolean due(Occupant pod) {
        Refusal before = refusals.get(pod.uid());
        return before == null || !around.clock().instant().isBefore(before.tryAt()) || gotRoom(pod);
    }

    private void note(Occupant pod, EvictionAnswer answer, List<String> budgets) {
        Rhythm rhythm = around.rhythm();
        Duration told = answer.pause().map(rhythm::told).orElseGet(rhythm::retry);
        switch (answer.meaning()) {
            case ACCEPTED -> {
                evicted++;
                ownersEvicted.add(pod.owner());
                refuse(pod, rhythm.look(), "", About.NOTHING);
            }
            case GONE -> refuse(pod, rhythm.look(), "", About.NOTHING);
            case NO_ROOM -> noRoom(pod, rhythm.room(), answer.text(), budgets);
            case TOLD_TO_WAIT -> noRoom(pod, told, answer.text(), budgets);
            case OVERLOAD, LEAVING -> refuse(pod, told, answer.text(), About.NOTHING);
            case CONFLICT -> refuse(pod, rhythm.conflict(), answer.text(), About.NOTHING);
            case PERMANENT -> refuse(pod, rhythm.permanent(), answer.text(), About.PERSON);
            case SERVER -> refuse(pod, rhythm.retry(), "the API server failed: " + answer.text(), About.NOTHING);
            case REFUSED -> throw FailureType.STEP_FAILED.of("Eviction of " + pod + " is refused: " + answer.text());
        }
    }

    private void refuse(Occupant pod, Duration wait, String text, About about) {
        refusals.put(pod.uid(), new Refusal(around.clock().instant().plus(wait), text, about, List.of()));
    }

    /** {@code budgets} are those seen before the question: what changes after that ends the wait. */
    private void noRoom(Occupant pod, Duration wait, String text, List<String> budgets) {
        refusals.put(pod.uid(), new Refusal(around.clock().instant().plus(wait), text, About.ROOM, budgets));
    }
}
