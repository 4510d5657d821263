package dev.slipway.activities.kubernetes;

import dev.slipway.model.Verdict;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/** Describes the state of a smoke job's pod: a verdict if it has ended, and the report of its kubelet. */
record SmokeEnd(Optional<Verdict> verdict, boolean running, String said) {

    /** The pod's own deadline ended it; the container ran until then. */
    private static final String DEADLINE = "DeadlineExceeded";

    static SmokeEnd of(Pod pod) {
        String phase = pod.getStatus() == null ? "" : text(pod.getStatus().getPhase());
        return switch (phase) {
            case "Succeeded" -> new SmokeEnd(Optional.of(Verdict.PASS), false, "ended well");
            case "Failed" -> failed(pod);
            case "Running" -> new SmokeEnd(Optional.empty(), true, "runs");
            default -> new SmokeEnd(Optional.empty(), false, waitReason(pod));
        };
    }

    /**
     * Judges a failed pod. Only a container that ran and failed counts against the node; a kubelet that did not start
     * it does not report why.
     */
    private static SmokeEnd failed(Pod pod) {
        Optional<ContainerStateTerminated> end = statuses(pod).stream()
                .flatMap(status -> Optional.ofNullable(status.getState()).stream())
                .flatMap(state -> Optional.ofNullable(state.getTerminated()).stream())
                .findFirst();
        String reason = text(pod.getStatus().getReason());
        String message = text(pod.getStatus().getMessage());
        if (end.isPresent() && (reason.isEmpty() || reason.equals(DEADLINE))) {
            String why = (reason + " " + text(end.get().getReason())).strip();
            return new SmokeEnd(
                    Optional.of(Verdict.FAIL),
                    false,
                    "failed with exit " + end.get().getExitCode() + " (" + why + ")");
        }
        return new SmokeEnd(
                Optional.of(Verdict.INFRASTRUCTURE),
                false,
                ("was refused by the kubelet: " + reason + " " + message).strip());
    }

    private static String waitReason(Pod pod) {
        return statuses(pod).stream()
                .flatMap(status -> Optional.ofNullable(status.getState()).stream())
                .flatMap(state -> Optional.ofNullable(state.getWaiting()).stream())
                .findFirst()
                .map(waiting -> "waits: " + (text(waiting.getReason()) + " " + text(waiting.getMessage())).strip())
                .orElse("has not started");
    }

    private static List<ContainerStatus> statuses(Pod pod) {
        return pod.getStatus() == null
                ? List.of()
                : Optional.ofNullable(pod.getStatus().getContainerStatuses()).orElse(List.of());
    }

    private static String text(String value) {
        return Optional.ofNullable(value).orElse("");
    }
}
