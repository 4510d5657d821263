package dev.slipway.activities.kubernetes;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.ssh.CommandTrail;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** Sends evictions to one cluster: only so many at once per disruption budget, and none while it is overloaded. */
final class Evictions {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LONGEST_TURN = Duration.ofSeconds(15);
    /** Limits the requests of all drains of the cluster to what a server accepts in parallel without slowing down. */
    private static final int IN_FLIGHT = 100;

    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

    /** Limits the requests under one budget: more than ten in flight gain nothing and meet conflicts. */
    private static final int AT_ONCE_PER_BUDGET = 10;

    private final ClusterApi api;
    private final ActivityClock clock;
    private final Semaphore inFlight = new Semaphore(IN_FLIGHT, true);
    private final Map<String, Semaphore> slots = new ConcurrentHashMap<>();
    private final AtomicReference<Instant> quietUntil = new AtomicReference<>(Instant.EPOCH);

    Evictions(ClusterApi api, ActivityClock clock) {
        this.api = api;
        this.clock = clock;
    }

    /** Names a pod to evict, and the budget that covers it. */
    record Asked(DrainablePod pod, Optional<Budget> budget) {}

    /** Returns how long the server requires a pause, zero if it does not. */
    Duration quiet() {
        Duration left = Duration.between(clock.instant(), quietUntil.get());
        return left.isNegative() ? Duration.ZERO : left;
    }

    /**
     * Safe to repeat, as each of them is. All are requested in parallel, up to the limits; the answers are in their
     * order. {@code alive} is run every few seconds meanwhile; if it throws, those not yet sent never are, and this
     * returns when the others are answered or given up. However it ends, the trail of the caller names each pod that
     * was evicted, or may have been.
     */
    List<EvictionAnswer> evict(List<Asked> pods, Runnable alive) {
        Set<String> sent = ConcurrentHashMap.newKeySet();
        List<Future<EvictionAnswer>> asked = new ArrayList<>();
        try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
            pods.forEach(pod -> asked.add(together.submit(() -> evict(pod, sent))));
            try {
                return asked.stream().map(answer -> await(answer, alive)).toList();
            } catch (RuntimeException ended) {
                together.shutdownNow();
                throw ended;
            }
        } finally {
            for (int i = 0; i < asked.size(); i++) {
                note(pods.get(i).pod(), asked.get(i), sent);
            }
        }
    }

    private static void note(DrainablePod pod, Future<EvictionAnswer> ended, Set<String> sent) {
        if (ended.state() == Future.State.SUCCESS) {
            EvictionAnswer answer = ended.resultNow();
            switch (answer.meaning()) {
                case ACCEPTED -> note(pod, "accepted");
                case SERVER -> note(pod, answer.text());
                default -> {}
            }
        } else if (sent.contains(pod.uid())) {
            note(pod, "sent, no answer");
        }
    }

    private static void note(DrainablePod pod, String end) {
        if (pod.losesData()) {
            CommandTrail.noteLoss("evict " + pod + ", its emptyDir data is lost by policy", end);
        } else {
            CommandTrail.note("evict " + pod, end);
        }
    }

    private static EvictionAnswer await(Future<EvictionAnswer> answer, Runnable alive) {
        while (true) {
            try {
                return answer.get(SIGN_OF_LIFE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException slow) {
                alive.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw FailureType.TRANSIENT.of("Interrupted in an eviction");
            } catch (ExecutionException e) {
                throw e.getCause() instanceof ApplicationFailure known
                        ? known
                        : FailureType.TRANSIENT.of("An eviction ended without an answer: " + Causes.words(e));
            }
        }
    }

    /** Safe to repeat: names the pod by its uid, so that its replacement is never evicted. */
    private EvictionAnswer evict(Asked asked, Set<String> sent) {
        Optional<Semaphore> room = asked.budget().map(this::slots);
        if (room.isPresent() && !entered(room.get())) {
            return new EvictionAnswer(
                    EvictionAnswer.Meaning.CONFLICT, Optional.empty(), "many evictions are under way");
        }
        try {
            if (quiet().isPositive()) {
                return new EvictionAnswer(
                        EvictionAnswer.Meaning.OVERLOAD, Optional.of(quiet()), "the API server asked for a pause");
            }
            ApiAnswer said = postInTurn(asked.pod(), sent);
            EvictionAnswer answer = EvictionAnswer.of(said);
            if (answer.meaning() == EvictionAnswer.Meaning.REFUSED && said.code() == 403 && !api.ready()) {
                return new EvictionAnswer(EvictionAnswer.Meaning.SERVER, Optional.empty(), answer.text());
            }
            if (answer.meaning() == EvictionAnswer.Meaning.OVERLOAD) {
                Instant until = clock.instant().plus(clock.scaled(answer.pause().orElse(DrainTiming.RETRY)));
                quietUntil.accumulateAndGet(until, (a, b) -> a.isAfter(b) ? a : b);
            }
            return answer;
        } finally {
            room.ifPresent(Semaphore::release);
        }
    }

    private Semaphore slots(Budget budget) {
        return slots.computeIfAbsent(budget.key(), key -> new Semaphore(AT_ONCE_PER_BUDGET, true));
    }

    private static boolean entered(Semaphore room) {
        try {
            return room.tryAcquire(LONGEST_TURN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("Interrupted before an eviction");
        }
    }

    private ApiAnswer postInTurn(DrainablePod pod, Set<String> sent) {
        try {
            inFlight.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("Interrupted before an eviction");
        }
        try {
            sent.add(pod.uid());
            return post(pod);
        } finally {
            inFlight.release();
        }
    }

    private ApiAnswer post(DrainablePod pod) {
        ObjectNode body = JSON.createObjectNode().put("apiVersion", "policy/v1").put("kind", "Eviction");
        body.putObject("metadata").put("name", pod.name()).put("namespace", pod.namespace());
        body.putObject("deleteOptions").putObject("preconditions").put("uid", pod.uid());
        String path = "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + "/eviction";
        return api.send("POST", path, "application/json", body.toString());
    }
}
