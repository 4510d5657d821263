package dev.slipway.activities.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.NodeScheduler.Smoked;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers gate G10 on Kubernetes: one pod on the cordoned node, bound to it by name. Its own name is of the run and the
 * attempt, so that a repeated call joins it. Only the kubelet's report counts for the node; everything else, a missing
 * right or a pod that somebody deleted, is no verdict. The answer comes when the pod is gone.
 */
final class SmokePod {
    private static final int TRIES = 6;
    private static final Duration GONE_WITHIN = Duration.ofMinutes(2);
    private static final String LOG = "/log?tailLines=200&limitBytes=60000";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Act act;
    private final SmokeJob job;
    private final ClusterApi api;
    private final ActivityClock clock;
    private final String name;
    private String uid = "";

    SmokePod(Act act, SmokeJob job, ClusterApi api, ActivityClock clock) {
        this.act = act;
        this.job = job;
        this.api = api;
        this.clock = clock;
        this.name = SmokeManifest.name(act);
    }

    Smoked run() {
        try {
            Optional<String> refused = begin();
            if (refused.isPresent()) {
                return new Smoked(result(Verdict.INFRASTRUCTURE, refused.get()), List.of());
            }
            GateResult result = awaited();
            List<String> output = output();
            remove();
            return new Smoked(result, output);
        } catch (ApplicationFailure refused) {
            if (!FailureType.STEP_FAILED.is(refused)) {
                throw refused;
            }
            return new Smoked(result(Verdict.INFRASTRUCTURE, refused.getOriginalMessage()), List.of());
        }
    }

    /** Creates the pod or finds the one that this act created; else returns the obstacle. */
    private Optional<String> begin() {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Optional<Pod> found = find();
            if (found.isPresent() && !SmokeManifest.isOf(found.get(), act)) {
                return Optional.of(path() + " is somebody else's pod; it was left alone");
            }
            if (found.isPresent() && found.get().getMetadata().getDeletionTimestamp() == null) {
                uid = found.get().getMetadata().getUid();
                return Optional.empty();
            }
            if (found.isPresent()) {
                gone(found.get().getMetadata().getUid());
            }
            ApiAnswer answer = api.send("POST", base(), "application/json", manifest());
            if (!answer.success() && answer.code() != 409) {
                if (answer.code() == 404) {
                    return Optional.of("there is no namespace " + job.namespace());
                }
                throw api.failure("create pod " + path(), answer.code(), answer.message());
            }
        }
        throw FailureType.TRANSIENT.of("Could not create pod " + path() + " in " + TRIES + " tries");
    }

    private String manifest() {
        return api.client().getKubernetesSerialization().asJson(SmokeManifest.of(act, job));
    }

    private GateResult awaited() {
        Instant began = clock.instant();
        Instant deadline = began.plus(job.within());
        while (true) {
            Optional<Pod> pod = find().filter(p -> p.getMetadata().getUid().equals(uid));
            if (pod.isEmpty()) {
                return result(Verdict.INFRASTRUCTURE, path() + " was deleted by somebody else before it ended");
            }
            SmokeEnd end = SmokeEnd.of(pod.get());
            if (end.verdict().isPresent()) {
                Duration took = Duration.between(began, clock.instant());
                return result(
                        end.verdict().get(),
                        path() + " " + end.said() + " on " + job.gpus() + " GPUs, " + Durations.words(took));
            }
            if (pod.get().getMetadata().getDeletionTimestamp() != null) {
                return result(Verdict.INFRASTRUCTURE, path() + " is being deleted by somebody else");
            }
            if (clock.passed(deadline)) {
                return late(end);
            }
            String why = "smoke job " + path() + " " + end.said();
            clock.showWait(act, why);
            clock.pause(DrainTiming.RETRY, why);
        }
    }

    /** A job that ran and did not end speaks against the node only while the node itself is well. */
    private GateResult late(SmokeEnd end) {
        boolean ready = api.find(act.node().name())
                .map(NodeStatusView::of)
                .filter(NodeStatusView::ready)
                .isPresent();
        String text = path() + " did not end within " + Durations.words(job.within()) + ": it " + end.said();
        return ready && end.running()
                ? result(Verdict.FAIL, text)
                : result(Verdict.INFRASTRUCTURE, text + (ready ? "" : "; the node is not Ready"));
    }

    private List<String> output() {
        try {
            ApiAnswer answer = api.get(base() + "/" + name + LOG);
            String text = answer.success() ? answer.body() : "the log could not be read: " + answer.message();
            return ("smoke job " + path() + "\n" + text).lines().toList();
        } catch (ApplicationFailure unread) {
            return List.of("smoke job " + path(), "the log could not be read: " + unread.getOriginalMessage());
        }
    }

    private void remove() {
        String body = json(Map.of("kind", "DeleteOptions", "apiVersion", "v1", "preconditions", Map.of("uid", uid)));
        ApiAnswer answer = api.send("DELETE", base() + "/" + name, "application/json", body);
        boolean away = answer.code() == 404 || answer.code() == 409;
        if (!answer.success() && !away) {
            throw api.failure("delete pod " + path(), answer.code(), answer.message());
        }
        gone(uid);
    }

    /** The node is not given back while the pod is there. */
    private void gone(String of) {
        Instant end = clock.instant().plus(GONE_WITHIN);
        while (find().filter(p -> p.getMetadata().getUid().equals(of)).isPresent()) {
            if (clock.passed(end)) {
                throw FailureType.TRANSIENT.of("Pod " + path() + " was deleted and is still there");
            }
            clock.pause(DrainTiming.CONFLICT, "waits until pod " + path() + " is gone");
        }
    }

    private Optional<Pod> find() {
        return api.read(
                "read pod " + path(),
                () -> Optional.ofNullable(api.client()
                        .pods()
                        .inNamespace(job.namespace())
                        .withName(name)
                        .get()));
    }

    private static GateResult result(Verdict verdict, String detail) {
        return new GateResult("G10", verdict, detail);
    }

    private String base() {
        return "/api/v1/namespaces/" + job.namespace() + "/pods";
    }

    private String path() {
        return job.namespace() + "/" + name;
    }

    private static String json(Map<String, Object> fields) {
        try {
            return JSON.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain text fields are always JSON", e);
        }
    }
}
