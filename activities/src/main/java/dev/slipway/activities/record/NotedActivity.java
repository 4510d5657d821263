package dev.slipway.activities.record;

import dev.slipway.activities.evidence.Secrets;
import dev.slipway.activities.ssh.CommandTrail;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.NodeRows;
import dev.slipway.model.Act;
import dev.slipway.model.NodeNote;
import dev.slipway.model.Who;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * One activity, noted: the node's row before it and when it failed, an audit record before each one that changes a node
 * and after every one, with what it answered and the commands that it sent. An activity that cannot be noted is not run.
 */
final class NotedActivity extends ActivityInboundCallsInterceptorBase {
    private static final int WHY = 1_000;

    private final NodeRows rows;
    private final AuditTrail audit;
    private final InstantSource clock;
    private Optional<ActivityInfo> info = Optional.empty();

    NotedActivity(ActivityInboundCallsInterceptor next, NodeRows rows, AuditTrail audit, InstantSource clock) {
        super(next);
        this.rows = rows;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public void init(ActivityExecutionContext context) {
        info = Optional.of(context.getInfo());
        super.init(context);
    }

    @Override
    public ActivityOutput execute(ActivityInput input) {
        Optional<Act> act = Arrays.stream(input.getArguments())
                .filter(Act.class::isInstance)
                .map(Act.class::cast)
                .findFirst();
        if (act.isEmpty() || info.isEmpty()) {
            return super.execute(input);
        }
        return noted(act.get(), info.get(), input);
    }

    private ActivityOutput noted(Act act, ActivityInfo activity, ActivityInput input) {
        Instant began = clock.instant();
        // A dry run looks at a node under another id; only the run that holds the node's lock says where the node is.
        boolean ownRow = !activity.getActivityType().startsWith("Ledger.")
                && act.workflowId().equals(act.node().workflowId());
        if (ownRow) {
            row(act, "");
        }
        if (Mutations.changes(activity.getActivityType())) {
            write(act, activity, input, Mutations.BEGUN);
        }
        CommandTrail commands = new CommandTrail();
        try {
            ActivityOutput output = commands.around(() -> super.execute(input));
            write(act, activity, input, "done in " + since(began) + said(output) + sent(commands));
            return output;
        } catch (RuntimeException failed) {
            String why = why(failed);
            if (ownRow) {
                row(act, why);
            }
            write(act, activity, input, "failed in " + since(began) + ": " + why + sent(commands));
            throw failed;
        }
    }

    private void row(Act act, String why) {
        rows.put(new NodeNote(
                act.node(),
                act.fleet(),
                act.runbook(),
                act.step().state(),
                act.step().id(),
                why,
                act.workflowId(),
                act.token(),
                clock.instant(),
                rows.of(act.node()).flatMap(NodeNote::row)));
    }

    private void write(Act act, ActivityInfo activity, ActivityInput input, String outcome) {
        String key = String.join(
                "/",
                activity.getWorkflowRunId(),
                activity.getActivityId(),
                String.valueOf(activity.getAttempt()),
                outcome.equals(Mutations.BEGUN) ? "begun" : "ended");
        audit.add(new AuditTrail.Entry(
                key,
                clock.instant(),
                who(act),
                activity.getActivityType(),
                act.node().toString(),
                act.directory() + ", attempt " + activity.getAttempt() + ", input " + hash(input) + given(input) + ": "
                        + outcome));
    }

    static Who who(Act act) {
        return new Who("run " + act.token(), act.runbook());
    }

    /** What the activity was given beside the frame of the act. */
    private static String given(ActivityInput input) {
        List<String> given = Arrays.stream(input.getArguments())
                .filter(argument -> argument != null && !(argument instanceof Act))
                .map(Object::toString)
                .toList();
        return given.isEmpty() ? "" : " " + shortened(given.toString());
    }

    private static String said(ActivityOutput output) {
        Object result = output.getResult();
        return result == null ? "" : ": " + shortened(result.toString());
    }

    private static String sent(CommandTrail commands) {
        List<String> lines = commands.lines();
        return lines.isEmpty() ? "" : "\n" + Secrets.mask(String.join("\n", lines));
    }

    private static String shortened(String text) {
        String masked = Secrets.mask(text);
        return masked.length() > WHY ? masked.substring(0, WHY) + "…" : masked;
    }

    private String since(Instant began) {
        return Duration.between(began, clock.instant()).toMillis() + " ms";
    }

    private static String why(RuntimeException failed) {
        String text = failed instanceof ApplicationFailure failure
                ? failure.getOriginalMessage()
                : String.valueOf(failed.getMessage());
        return shortened(text);
    }

    private static String hash(ActivityInput input) {
        try {
            byte[] bytes = Arrays.deepToString(input.getArguments()).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
