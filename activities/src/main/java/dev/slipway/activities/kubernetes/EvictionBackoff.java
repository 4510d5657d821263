package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.model.FailureType;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Holds how the evictions of a drain were answered, and when each pod may be evicted again. */
final class EvictionBackoff {
    private final ClusterWatch watch;
    private final ActivityClock clock;
    private final Map<String, Refusal> refusals = new HashMap<>();
    private final Set<String> ownersEvicted = new HashSet<>();
    private int evicted;

    EvictionBackoff(ClusterWatch watch, ActivityClock clock) {
        this.watch = watch;
        this.clock = clock;
    }

    /** Lists the subjects of a refusal. */
    private enum About {
        NOTHING,
        ROOM,
        PERSON
    }

    /** Holds what a budget's answer depends on: its state and its terms, and whether the pod is ready. */
    record Known(List<String> versions, List<String> terms) {
        static final Known NOTHING = new Known(List.of(), List.of());
    }

    /** Holds why a pod was not evicted, when it may be tried again, and what was known before the request. */
    private record Refusal(Instant tryAt, String text, About about, Known known) {}

    /** Returns what is known before an eviction is requested: what changes after that ends the wait. */
    Known known(DrainablePod pod) {
        List<Budget> covering = watch.covering(pod);
        return new Known(
                covering.stream().map(Budget::version).toList(),
                Stream.concat(covering.stream().map(Budget::terms), Stream.of("ready " + pod.ready()))
                        .toList());
    }

    int evicted() {
        return evicted;
    }

    /** Returns whether a pod of the same controller left because of an eviction. */
    boolean evictedOneOf(String owner) {
        return ownersEvicted.contains(owner);
    }

    /**
     * Returns whether the pod may be evicted now: not yet tried, its time has come, or what it waited for has changed.
     */
    boolean due(DrainablePod pod) {
        Refusal before = refusals.get(pod.uid());
        return before == null || !now().isBefore(before.tryAt()) || gotRoom(pod);
    }

    /** Returns whether the cause of the refusal has changed, so that another answer is possible. */
    boolean gotRoom(DrainablePod pod) {
        Refusal before = refusals.get(pod.uid());
        if (before == null || before.about() != About.ROOM) {
            return false;
        }
        Known known = known(pod);
        boolean otherTerms = !before.known().terms().equals(known.terms());
        boolean otherState = !before.known().versions().equals(known.versions());
        return otherTerms || (otherState && watch.covering(pod).stream().allMatch(budget -> budget.letsGo(pod)));
    }

    /** Returns whether the server accepted, and the pod is not yet seen to end. */
    boolean accepted(DrainablePod pod) {
        return refused(pod).filter(state -> state.text().isEmpty()).isPresent();
    }

    /** Returns what only a person can change about it, as the server reported. */
    Optional<String> needsPerson(DrainablePod pod) {
        return refused(pod).filter(state -> state.about() == About.PERSON).map(Refusal::text);
    }

    private Optional<Refusal> refused(DrainablePod pod) {
        return Optional.ofNullable(refusals.get(pod.uid())).filter(state -> now().isBefore(state.tryAt()));
    }

    /** Returns the budget that has no room for it, as far as known or answered. */
    Optional<String> noRoom(DrainablePod pod) {
        Optional<String> answered = Optional.ofNullable(refusals.get(pod.uid()))
                .filter(before -> before.about() == About.ROOM && !gotRoom(pod))
                .map(Refusal::text);
        return watch.covering(pod).stream()
                .filter(budget -> !budget.letsGo(pod))
                .findFirst()
                .map(Budget::toString)
                .or(() -> answered);
    }

    /** Returns why it is still there, for a person. */
    String why(DrainablePod pod) {
        Refusal before = refusals.get(pod.uid());
        if (before == null) {
            return "its turn comes";
        }
        return watch.covering(pod).stream()
                .findFirst()
                .filter(budget -> before.about() == About.ROOM)
                .map(Budget::toString)
                .orElse(before.text());
    }

    /** Returns when one of {@code pods} may be tried, if that is sooner than {@code latest}. */
    Instant next(List<DrainablePod> pods, Instant latest) {
        return pods.stream()
                .flatMap(pod -> Optional.ofNullable(refusals.get(pod.uid())).stream())
                .map(Refusal::tryAt)
                .reduce(latest, (a, b) -> a.isBefore(b) ? a : b);
    }

    void note(DrainablePod pod, EvictionAnswer answer, Known known) {
        Duration told = clock.scaled(answer.pause().orElse(DrainTiming.RETRY));
        switch (answer.meaning()) {
            case ACCEPTED -> {
                evicted++;
                ownersEvicted.add(pod.owner());
                refuse(pod, clock.scaled(DrainTiming.LOOK), "");
            }
            case GONE -> refuse(pod, clock.scaled(DrainTiming.LOOK), "");
            case NO_ROOM -> noRoom(pod, clock.scaled(DrainTiming.SAFETY), answer.text(), known);
            case TOLD_TO_WAIT -> noRoom(pod, told, answer.text(), known);
            case OVERLOAD, LEAVING -> refuse(pod, told, answer.text());
            case CONFLICT -> refuse(pod, clock.scaled(DrainTiming.CONFLICT), answer.text());
            case PERMANENT -> put(pod, clock.scaled(DrainTiming.PERMANENT), answer.text(), About.PERSON, Known.NOTHING);
            case SERVER -> refuse(pod, clock.scaled(DrainTiming.RETRY), "the API server failed: " + answer.text());
            case REFUSED -> throw FailureType.STEP_FAILED.of("Eviction of " + pod + " is refused: " + answer.text());
        }
    }

    void refuse(DrainablePod pod, Duration wait, String text) {
        put(pod, wait, text, About.NOTHING, Known.NOTHING);
    }

    private void noRoom(DrainablePod pod, Duration wait, String text, Known known) {
        put(pod, wait, text, About.ROOM, known);
    }

    private void put(DrainablePod pod, Duration wait, String text, About about, Known known) {
        refusals.put(pod.uid(), new Refusal(now().plus(wait), text, about, known));
    }

    private Instant now() {
        return clock.instant();
    }
}
