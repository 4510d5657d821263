package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import dev.slipway.simulator.kubernetes.resource.Rendering;
import dev.slipway.simulator.kubernetes.resource.Target;
import dev.slipway.simulator.kubernetes.spec.Fault;
import dev.slipway.simulator.kubernetes.spec.Faults;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts the planned faults in front of the API and the audit log behind it. */
final class FaultyApi {
    private static final Set<String> READING = Set.of("get", "list", "watch");
    private static final int KEPT_BODY = 4096;

    private final Cluster cluster;
    private final Api api;
    private final Faults faults;

    /** Holds what the client sees and what truly happened. */
    private record Outcome(ApiAnswer answer, AuditEntry.Effect effect) {}

    FaultyApi(Cluster cluster, Api api, Faults faults) {
        this.cluster = cluster;
        this.api = api;
        this.faults = faults;
    }

    ApiAnswer answer(ApiRequest request) {
        String verb = Api.verb(request);
        cluster.log.count(verb);
        Outcome outcome = outcome(request, verb, faults.take(verb, request.path()));
        if (!READING.contains(verb)) {
            String body = request.body();
            cluster.log.add(new AuditEntry(
                    Instant.now(),
                    request.userAgent(),
                    verb,
                    request.path(),
                    body.substring(0, Math.min(body.length(), KEPT_BODY)),
                    outcome.answer().code(),
                    outcome.effect()));
        }
        return outcome.answer();
    }

    private Outcome outcome(ApiRequest request, String verb, Fault fault) {
        return switch (fault) {
            case Fault.Serves serves -> served(request);
            case Fault.Delays delays -> {
                cluster.time.pause(delays.delay());
                yield outcome(request, verb, delays.then());
            }
            case Fault.Answers answers -> new Outcome(whole(answers), AuditEntry.Effect.FAULT_BEFORE);
            case Fault.DropsBefore drops -> new Outcome(new ApiAnswer.Dropped(), AuditEntry.Effect.FAULT_BEFORE);
            case Fault.DropsAfter drops -> {
                Outcome truth = served(request);
                boolean done = truth.effect() == AuditEntry.Effect.DONE;
                yield new Outcome(new ApiAnswer.Dropped(), done ? AuditEntry.Effect.FAULT_AFTER : truth.effect());
            }
            case Fault.EmptyList empty -> new Outcome(emptyList(request), AuditEntry.Effect.FAULT_BEFORE);
            case Fault.Pretends pretends ->
                new Outcome(api.answer(request.withQuery("dryRun", "All")), AuditEntry.Effect.PRETENDED);
        };
    }

    private Outcome served(ApiRequest request) {
        ApiAnswer answer = api.answer(request);
        boolean done = answer.code() / 100 == 2;
        return new Outcome(answer, done ? AuditEntry.Effect.DONE : AuditEntry.Effect.REFUSED);
    }

    private static ApiAnswer whole(Fault.Answers answers) {
        return new ApiAnswer.Whole(answers.code(), answers.contentType(), answers.headers(), answers.body());
    }

    private ApiAnswer emptyList(ApiRequest request) {
        Optional<Target> target = Target.parse(request.path()).filter(Target::collection);
        if (target.isEmpty() || request.watch()) {
            return api.answer(request);
        }
        long revision = cluster.state.call(cluster.store::revision);
        ObjectNode list = Rendering.list(target.get().type(), revision, List.of());
        return ApiAnswer.json(200, list);
    }
}
