package dev.slipway.fleet;

import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.input.UnusableInput;
import dev.slipway.model.CapacityRequest;
import dev.slipway.model.CapacityRoom;
import dev.slipway.model.Grant;
import dev.slipway.port.CapacityDesk;
import dev.slipway.runbook.Local;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The budget: a set of nodes that are out – ours by grant, others by what the cluster shows – which a grant may only
 * enlarge while it is smaller than the limit. A node that is out already enlarges nothing, so it is granted at once.
 */
public final class CapacityBudget implements Capacity {
    /** How soon it looks again while somebody waits: what frees room without telling is seen then. Grows to the longest. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** How soon it looks again while nobody waits: only for holders that closed without giving back. */
    private static final Duration LATER = Duration.ofMinutes(10);

    private final CapacityDesk desk = Local.stub(CapacityDesk.class);
    private final Map<String, CapacityState.Held> held = new LinkedHashMap<>();
    private final Map<String, CapacityRequest> waiting = new LinkedHashMap<>();
    private final CapacityState begin;
    private List<String> others = List.of();
    private Optional<Look> look = Optional.empty();
    private Duration pause = SOON;
    private long fence;
    private int limit;
    private boolean news = true;
    private String signalDropped = "";

    @WorkflowInit
    public CapacityBudget(CapacityState state) {
        StartInput.check("the state", state);
        begin = state;
        fence = state.fence();
        state.held().forEach(h -> held.put(h.request().holder(), h));
        state.waiting().forEach(r -> waiting.put(r.holder(), r));
    }

    @Override
    public void serve(CapacityState state) {
        while (!Workflow.getInfo().isContinueAsNewSuggested() || news || !Workflow.isEveryHandlerFinished()) {
            if (held.isEmpty() && waiting.isEmpty()) {
                Workflow.await(() -> news);
            } else {
                awaitNewsOrLook();
            }
            news = false;
            try {
                serveOnce();
            } catch (TemporalFailure away) {
                Workflow.setCurrentDetails(
                        "grants wait: what is out of service could not be read – " + away.getMessage());
            }
        }
        Workflow.newContinueAsNewStub(Capacity.class)
                .serve(new CapacityState(
                        begin.cluster(),
                        begin.domain(),
                        begin.fleet(),
                        fence,
                        List.copyOf(held.values()),
                        List.copyOf(waiting.values())));
    }

    /** A look that news forestalls stays due: one timer an interval, however much is said. */
    private void awaitNewsOrLook() {
        Duration wanted = waiting.isEmpty() ? LATER : pause;
        long due = Workflow.currentTimeMillis() + wanted.toMillis();
        if (look.isEmpty() || look.get().due() > due) {
            look.ifPresent(later -> later.timer().cancel());
            look = Optional.of(Look.in(wanted, due));
        }
        Look next = look.get();
        Workflow.await(() -> news || next.over().isCompleted());
        if (next.over().isCompleted()) {
            look = Optional.empty();
            pause = min(pause.multipliedBy(2), LONGEST);
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** A look that is due at a time, and the timer that says so. */
    private record Look(long due, CancellationScope timer, Promise<Boolean> over) {

        static Look in(Duration span, long due) {
            CompletablePromise<Boolean> over = Workflow.newPromise();
            CancellationScope timer = Workflow.newCancellationScope(
                    () -> Workflow.newTimer(span).handle((fired, cancelled) -> over.complete(cancelled == null)));
            timer.run();
            return new Look(due, timer, over);
        }
    }

    private void serveOnce() {
        if (!held.isEmpty()) {
            desk.closed(List.copyOf(held.keySet())).forEach(held::remove);
        }
        if (!waiting.isEmpty()) {
            CapacityRoom room = desk.room(begin.fleet());
            others = room.out();
            limit = room.limit();
            Set<String> out = new HashSet<>(others);
            held.values().forEach(h -> out.add(h.request().node().name()));
            for (CapacityRequest request : new ArrayList<>(waiting.values())) {
                if (out.contains(request.node().name()) || out.size() < limit) {
                    grant(request);
                    out.add(request.node().name());
                }
            }
        }
        show();
    }

    private void grant(CapacityRequest request) {
        Grant grant = new Grant(
                begin.domain(), request.holder(), ++fence, Instant.ofEpochMilli(Workflow.currentTimeMillis()));
        waiting.remove(request.holder());
        held.put(request.holder(), new CapacityState.Held(request, grant));
        try {
            Workflow.newUntypedExternalWorkflowStub(request.holder()).signal("granted", grant);
        } catch (TemporalFailure gone) {
            held.remove(request.holder());
        }
    }

    private void show() {
        Workflow.setCurrentDetails("**" + begin.domain() + "**: " + held.size() + " granted, " + others.size()
                + " out in all when last read, limit " + limit + "\n\n- granted: " + held.keySet() + "\n- waiting: "
                + waiting.keySet() + (signalDropped.isBlank() ? "" : "\n- " + signalDropped));
    }

    @Override
    public void ask(@Nullable RawValue request) {
        Input.take("ask", () -> asked(request(request)), this::dropped);
    }

    private void asked(CapacityRequest request) {
        pause = SOON;
        if (!held.containsKey(request.holder())) {
            waiting.put(request.holder(), request);
        } else if (!held.get(request.holder()).request().runId().equals(request.runId())) {
            held.remove(request.holder());
            waiting.put(request.holder(), request);
        }
        news = true;
    }

    @Override
    public void giveBack(@Nullable RawValue request) {
        Input.take("giveBack", () -> givenBack(request(request)), this::dropped);
    }

    private void givenBack(CapacityRequest request) {
        waiting.remove(request.holder());
        held.remove(request.holder());
        news = true;
    }

    /** A holder without a name could never be signalled. */
    private static CapacityRequest request(@Nullable RawValue sent) {
        CapacityRequest request = Input.read(sent, CapacityRequest.class);
        if (request.holder().isBlank()) {
            throw new UnusableInput("the holder is blank in " + request);
        }
        return request;
    }

    private void dropped(String signal) {
        signalDropped = signal;
        show();
    }

    @Override
    public CapacityView view() {
        return new CapacityView(
                limit,
                held.values().stream().map(CapacityState.Held::grant).toList(),
                others,
                List.copyOf(waiting.values()));
    }
}
