package dev.slipway.starter.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** States which runbook a node leads to, by which facts, and what stayed open. */
@Schema(description = "Which runbook a node leads to, by which facts, and what stayed open.")
public record Diagnosis(
        String cluster,
        String node,

        @Schema(format = "date-time", description = "When the node was read.")
        String collectedAt,

        @Schema(description = "What it was judged by; empty where there is none.")
        String baseline,

        @Schema(description = "From when on XIDs count; empty where it is unknown.")
        String since,

        @Schema(
                description = "No row fits, every row that facts can show was judged, and nothing waits for the next"
                        + " drain.")
        boolean nothingToDo,

        @Schema(description = "R1 to R19; R0: no row fits.") String row,
        String title,

        @Schema(description = "The facts that the row rests on.")
        List<String> facts,

        Lead way,

        @Schema(description = "Rows whose facts are unknown, and what is missing.")
        List<OpenRow> notJudged,

        @Schema(description = "Rows that only an alert or a person can report.")
        List<OpenRow> needs,

        @Schema(description = "Each XID or SXid that counts.")
        List<Xid> xids,

        List<String> notes,

        @Schema(description = "GPUs to inspect or replace, and why.")
        List<Candidate> replace,

        @Schema(description = "Where the history of the GPUs comes from, or why it is unknown.")
        String history) {

    /** States where the row leads. */
    @Schema(name = "DiagnosisWay")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Lead(
            @Schema(description = "divert, hold, report or clean.")
            String kind,

            String detail,

            @Schema(description = "For divert: the runbook.") @Nullable
            String runbook,

            @Schema(description = "For divert: whether this release has the runbook.") @Nullable
            Boolean installed,

            @Schema(description = "For divert: the first row of the runbook's table that fits.") @Nullable
            FirstRow firstRow) {}

    /** Holds the row of a runbook's own table that the facts match. */
    public record FirstRow(String row, String title, String kind, String detail) {}

    /** Describes a row that could not be judged, and what is missing. */
    public record OpenRow(String row, String title, List<String> missing) {}

    /** Describes an XID or SXid: its GPU by serial, NVIDIA's bucket, who decided, what would be done. */
    public record Xid(
            int code,
            boolean nvswitch,
            String bdf,
            String serial,
            int times,
            String last,
            String meaning,
            String bucket,
            String decidedBy,
            boolean now,
            String would,
            String text) {}

    /** Names a GPU to inspect or replace. */
    @Schema(name = "RmaCandidate")
    public record Candidate(String serial, String wanted, String why) {}
}
