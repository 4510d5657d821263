package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds all that is known about a node: its state, its latest run, and its history. */
public record NodeReport(
        String cluster,
        String node,
        String fleet,
        Status.Row row,

        @Schema(description = "Whether Temporal answers: answers or away.")
        String temporal,

        @Schema(description = "The latest run; null if there is none, or while Temporal does not answer.") @Nullable
        Run run,

        String cordon,
        String pin,
        List<GpuHistory> gpus,
        List<Ended> outcomes,
        List<Audited> audit,

        @Schema(description = "How many outcomes and lines of the audit are left out.")
        LeftOut more) {

    /** Describes the latest run of a node, as Temporal and the run itself report it. */
    @Schema(name = "NodeRun")
    public record Run(
            String workflowId,
            String runId,
            String type,
            String status,
            String started,
            String link,
            List<String> choices,
            List<String> journal) {}

    /** Describes how an earlier run ended, and the runbooks that it went through. */
    public record Ended(
            String ended,
            String outcome,
            String row,
            List<String> changed,
            List<String> path,

            @Schema(description = "The runbooks in order, each with its row and its own end.")
            List<PathEntry> entries) {}

    /** Describes one runbook on the path of a node through several. */
    public record PathEntry(String runbook, String row, String title, String began, String ended, String how) {}

    /** Is a line of the audit. */
    public record Audited(String at, String who, String what, String why) {}

    /** Counts the outcomes and lines of the audit that an answer leaves out; {@code ?all=true} shows them. */
    public record LeftOut(int outcomes, int audit) {}
}
