package dev.slipway.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.slipway.model.node.NodeSafety;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * States where a diagnosis leads. {@code detail}: the slug of {@link Kind#DIVERT}, the reason of {@link Kind#HOLD},
 * else free text. {@code procedure} and {@code plan} are those of {@link Kind#DO}: the name of what the runbook does,
 * and the sentence that a dry run prints. {@code safety} is stated by every row of a runbook's table that leads
 * elsewhere.
 */
public record Route(Kind kind, String detail, NodeSafety safety, String procedure, String plan) {
    /** Stands in the plan of each procedure that leaves the node in service. */
    private static final String NO_DRAIN = "no drain";

    private static final String APART = ", ";

    /** Creates a route that neither acts nor states anything about the node's safety. */
    public Route(Kind kind, String detail) {
        this(kind, detail, NodeSafety.UNSTATED, "", "");
    }

    /** Reads a route. One of a history that is older than {@link Kind#DO} has the name of its procedure as its kind. */
    @JsonCreator
    static Route read(
            @JsonProperty("kind") String kind,
            @JsonProperty("detail") String detail,
            @JsonProperty("safety") @Nullable NodeSafety safety,
            @JsonProperty("procedure") @Nullable String procedure,
            @JsonProperty("plan") @Nullable String plan) {
        Kind known = Kind.of(kind);
        String act = known == Kind.DO && procedure == null ? kind : Objects.requireNonNullElse(procedure, "");
        return new Route(
                known,
                detail,
                Objects.requireNonNullElse(safety, NodeSafety.UNSTATED),
                act,
                Objects.requireNonNullElse(plan, ""));
    }

    /**
     * Returns a route to the runbook's own work, by the name of its procedure; {@code plan} is the sentence that a dry
     * run prints.
     */
    public static Route perform(String procedure, String detail, String plan) {
        return new Route(Kind.DO, detail, NodeSafety.UNSTATED, procedure, plan);
    }

    /** Returns a route to the runbook {@code slug}, from a node that is or is not unsafe by its fault. */
    public static Route diverting(String slug, boolean unsafe) {
        return new Route(Kind.DIVERT, slug, unsafe ? NodeSafety.UNSAFE : NodeSafety.USABLE, "", "");
    }

    /**
     * Returns a route to a person: the node is held if its fault makes it unsafe, else it is reported and stays in
     * service.
     */
    public static Route leftToAPerson(String why, boolean unsafe) {
        return new Route(unsafe ? Kind.HOLD : Kind.REPORT, why);
    }

    /** Returns whether the node works, and waits for another runbook. */
    public boolean leadsAwayFromService() {
        return kind == Kind.DIVERT && safety == NodeSafety.USABLE;
    }

    /** Returns whether a run drains the node: for another runbook, or for a procedure that needs an empty node. */
    public boolean drains() {
        return kind == Kind.DIVERT || (kind == Kind.DO && !plan.contains(NO_DRAIN));
    }

    /** Returns the packages that {@code detail} names, where the procedure works on packages. */
    public List<String> packages() {
        return kind == Kind.DO && !detail.isEmpty() ? Arrays.asList(detail.split(APART)) : List.of();
    }

    /** Returns the detail that {@link #packages} reads. */
    public static String detailOf(List<String> packages) {
        return String.join(APART, packages);
    }

    /** Returns the kind, or the procedure of {@link Kind#DO}: e.g. {@code REPORT}, {@code CONVERGE}. */
    public String name() {
        return kind == Kind.DO ? procedure : kind.name();
    }

    /** Returns what a run would do, in a sentence. */
    public String sentence() {
        return switch (kind) {
            case CLEAN -> "nothing: the node matches its baseline";
            case REPORT -> "report it, and leave the node as it is: " + detail;
            case HOLD -> "hold: " + detail;
            case DIVERT -> "cordon, then hand over to " + detail;
            case DO -> plan;
        };
    }

    /** Lists the kinds of route. */
    public enum Kind {
        /** Nothing to do. */
        CLEAN,
        /** The runbook's own work. */
        DO,
        /** Another runbook's work. */
        DIVERT,
        /** A person must look before anything is changed. */
        HOLD,
        /** The fault is real, but this runbook does not change it: the node stays as it is. */
        REPORT;

        /** Returns the kind of that name; any other name is that of a procedure, as in older records. */
        public static Kind of(String way) {
            Optional<Kind> named =
                    Arrays.stream(values()).filter(k -> k.name().equals(way)).findFirst();
            return named.orElse(DO);
        }
    }
}
