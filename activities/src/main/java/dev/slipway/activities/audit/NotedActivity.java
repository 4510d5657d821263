package dev.slipway.activities.audit;

import dev.slipway.activities.clock.Backoff;
import dev.slipway.activities.clock.WorkerClock;
import dev.slipway.activities.spi.Secrets;
import dev.slipway.activities.ssh.CommandTrail;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.ledger.NodeRows;
import dev.slipway.model.Act;
import dev.slipway.model.Causes;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import dev.slipway.model.Who;
import dev.slipway.model.node.DrainPolicy;
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
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Records one activity on a node: the node's row before it and when it failed, an audit record before each one that is
 * more than a read and after every one, with its answer and the commands that it sent. An activity that cannot be
 * recorded is not run, and a finished one waits until it is recorded: as long as its attempt may take, then it fails as
 * {@code LEDGER_UNAVAILABLE}. One that finds a part of its site away waits, too, and is repeated in the same attempt:
 * only the node's row shows that. A call without an {@link Act} belongs to no step on a node and is not recorded here.
 */
final class NotedActivity extends ActivityInboundCallsInterceptorBase {
    private static final int WHY = 1_000;
    /** Sets how often a ledger that is away is tried again. */
    private static final Backoff LEDGER = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1);

    /** Spreads retries, so that not all of a fleet's runs call a returning API in the same second. */
    private static final Backoff PART = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10), 2);

    /** Limits the wait for a part: after it a new attempt begins, with its full time. */
    private static final Duration MOST_FOR_A_PART = Duration.ofMinutes(2);

    private final NodeRows rows;
    private final AuditTrail audit;
    private final WorkerClock clock;
    private Optional<ActivityExecutionContext> context = Optional.empty();

    NotedActivity(ActivityInboundCallsInterceptor next, NodeRows rows, AuditTrail audit, WorkerClock clock) {
        super(next);
        this.rows = rows;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public void init(ActivityExecutionContext given) {
        context = Optional.of(given);
        super.init(given);
    }

    @Override
    public ActivityOutput execute(ActivityInput input) {
        Optional<Act> act = Arrays.stream(input.getArguments())
                .filter(Act.class::isInstance)
                .map(Act.class::cast)
                .findFirst();
        try {
            return act.isEmpty() || context.isEmpty() ? super.execute(input) : noted(act.get(), context.get(), input);
        } catch (LedgerAway away) {
            throw FailureType.LEDGER_UNAVAILABLE.of(String.valueOf(away.getMessage()));
        }
    }

    private ActivityOutput noted(Act act, ActivityExecutionContext running, ActivityInput input) {
        Instant began = clock.instant();
        ActivityInfo activity = running.getInfo();
        Duration attempt = activity.getStartToCloseTimeout();
        OutageRetry ledger = new OutageRetry(began.plus(most(attempt)), LEDGER, clock.of(running));
        boolean ownRow = act.holdsLock() && !activity.getActivityType().startsWith("Ledger.");
        if (ownRow) {
            ledger.write(() -> row(act, ""));
        }
        if (Mutations.changes(activity.getActivityType())) {
            ledger.write(() -> write(act, activity, input, Mutations.BEGUN));
        }
        CommandTrail commands = new CommandTrail();
        ActivityOutput output;
        try {
            Instant partsUntil = act.holdsLock() ? began.plus(half(attempt)) : Instant.MIN;
            OutageRetry parts = new OutageRetry(partsUntil, PART, clock.of(running));
            output = commands.around(() -> parts.call(() -> super.execute(input), why -> {
                if (ownRow) {
                    ledger.write(() -> row(act, shortened(why)));
                }
            }));
        } catch (RuntimeException failed) {
            String why = why(failed);
            String end = "failed in " + since(began) + ": " + why + sent(commands);
            if (ownRow) {
                ledger.write(() -> row(act, why));
            }
            ledger.write(() -> write(act, activity, input, end));
            throw failed;
        }
        String done = "done in " + since(began) + resultText(output) + sent(commands);
        ledger.write(() -> write(act, activity, input, done));
        return output;
    }

    /** Less than the attempt may take, so that it is this worker that ends it and not a time-out. */
    private static Duration most(Duration attempt) {
        return attempt.minus(attempt.dividedBy(8));
    }

    private static Duration half(Duration attempt) {
        Duration half = attempt.dividedBy(2);
        return Durations.shorter(half, MOST_FOR_A_PART);
    }

    private void row(Act act, String why) {
        rows.note(act, why, clock.instant());
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
                act.directory() + ", attempt " + activity.getAttempt() + ", input " + hash(input) + given(input)
                        + losses(input) + ": " + outcome));
    }

    static Who who(Act act) {
        return new Who("run " + act.token(), act.runbook());
    }

    /** Returns the input of the activity beside the frame of the act. */
    private static String given(ActivityInput input) {
        List<String> given = Arrays.stream(input.getArguments())
                .filter(argument -> argument != null && !(argument instanceof Act))
                .map(Object::toString)
                .toList();
        return given.isEmpty() ? "" : " " + shortened(given.toString());
    }

    /** Returns the data that a drain may destroy, in full: the cut of the input must not hide it. */
    private static String losses(ActivityInput input) {
        return Arrays.stream(input.getArguments())
                .filter(DrainPolicy.class::isInstance)
                .flatMap(policy -> ((DrainPolicy) policy).losses().stream())
                .map(loss -> "; may " + loss)
                .collect(Collectors.joining());
    }

    private static String resultText(ActivityOutput output) {
        Object result = output.getResult();
        return result == null ? "" : ": " + shortened(result.toString());
    }

    private static String sent(CommandTrail commands) {
        List<String> lines = commands.lines();
        return lines.isEmpty() ? "" : "\n" + Secrets.mask(String.join("\n", lines));
    }

    private static String shortened(String text) {
        return Secrets.mask(Durations.inText(text), WHY);
    }

    private String since(Instant began) {
        return Durations.precise(Duration.between(began, clock.instant()));
    }

    private static String why(RuntimeException failed) {
        String text =
                failed instanceof ApplicationFailure failure ? failure.getOriginalMessage() : Causes.words(failed);
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
