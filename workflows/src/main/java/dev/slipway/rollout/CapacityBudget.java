package dev.slipway.rollout;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Local;
import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.input.UnusableInput;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.CapacityRoom;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.capacity.GrantRecords;
import dev.slipway.model.capacity.HeldGrant;
import dev.slipway.model.facts.Reading;
import dev.slipway.port.CapacityClient;
import dev.slipway.rollout.CapacityView.OutNodes;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts the nodes that are out – ours by grant, others as the cluster shows them – and grants more only while the
 * count is below the limit. A node that is already out does not increase the count, so it is granted immediately.
 *
 * <p>Each grant is written to the ledger before its holder is notified. After a budget was terminated, the next request
 * starts a new one: it reads the open grants before it gives any, and notifies a holder that requests again of its
 * grant.
 */
public final class CapacityBudget implements Capacity {
    private final CapacityClient capacity = Local.stub(CapacityClient.class);
    private final Map<String, HeldGrant> held = new LinkedHashMap<>();
    private final Map<String, CapacityRequest> waiting = new LinkedHashMap<>();
    private final CapacityState begin;
    private List<String> others = List.of();
    private Reading<OutNodes> outWithoutGrant = Reading.unknown("it has not read the schedulers yet");
    private long fence;
    private int limit;
    private final CheckTimer looks = new CheckTimer();
    private final HolderChecks checks = new HolderChecks();
    private final List<CapacityRequest> returned = new ArrayList<>();
    private final List<HeldGrant> over = new ArrayList<>();
    private final Set<String> askedAgain = new LinkedHashSet<>();
    private boolean news = true;
    private boolean inLedger;
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
        inLedger = Workflow.getVersion("grants-in-ledger", Workflow.DEFAULT_VERSION, 1) == 1;
        if (inLedger) {
            goOnFromLedger();
        }
        while (!Workflow.getInfo().isContinueAsNewSuggested() || news || !Workflow.isEveryHandlerFinished()) {
            boolean due = false;
            if (held.isEmpty() && waiting.isEmpty()) {
                Workflow.await(() -> news);
            } else {
                due = looks.awaitChangeOrCheck(() -> news, !waiting.isEmpty());
            }
            news = false;
            try {
                serveOnce(due);
            } catch (TemporalFailure away) {
                Workflow.setCurrentDetails(
                        "grants wait: what is out of service could not be read – " + Failures.text(away));
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

    /** Nothing is granted before it is known what an earlier run of this budget granted. */
    private void goOnFromLedger() {
        while (!readLedger()) {
            Workflow.sleep(CheckTimer.SOON);
        }
        List<CapacityRequest> early = List.copyOf(waiting.values());
        waiting.clear();
        early.forEach(this::asked);
    }

    private boolean readLedger() {
        String id = Workflow.getInfo().getWorkflowId();
        try {
            GrantRecords kept = capacity.records(id);
            if (begin.fence() == 0) {
                kept.held().forEach(grant -> held.put(grant.request().holder(), grant));
            } else {
                capacity.record(id, without(held.values(), kept.held()), without(kept.held(), held.values()));
            }
            fence = Math.max(fence, kept.fence());
            return true;
        } catch (TemporalFailure no) {
            Workflow.setCurrentDetails("grants wait: what was granted before could not be read – " + Failures.text(no));
            return false;
        }
    }

    private static List<HeldGrant> without(Collection<HeldGrant> some, Collection<HeldGrant> others) {
        return some.stream().filter(grant -> !others.contains(grant)).toList();
    }

    private void serveOnce(boolean due) {
        if (inLedger) {
            takeBack(due);
        } else if (!held.isEmpty()) {
            capacity.closed(List.copyOf(held.keySet())).forEach(held::remove);
        }
        List<HeldGrant> granted = waiting.isEmpty() ? List.of() : affordable();
        if (inLedger && (!granted.isEmpty() || !over.isEmpty())) {
            capacity.record(Workflow.getInfo().getWorkflowId(), granted, List.copyOf(over));
            over.clear();
        }
        granted.forEach(this::give);
        if (inLedger) {
            List<String> again = List.copyOf(askedAgain);
            askedAgain.clear();
            again.stream().map(held::get).filter(Objects::nonNull).forEach(this::tell);
        }
        show();
    }

    /**
     * Removes the grants that holders returned, and, at a check, those of holders that closed without returning them.
     */
    private void takeBack(boolean due) {
        for (CapacityRequest back : List.copyOf(returned)) {
            HeldGrant grant = held.get(back.holder());
            if (grant != null && grant.answers(back)) {
                end(back.holder());
            }
        }
        returned.clear();
        if (due && !held.isEmpty()) {
            capacity.closed(checks.next(held.values(), Set.copyOf(others), !waiting.isEmpty()))
                    .forEach(this::end);
        }
    }

    private void end(String holder) {
        checks.forget(holder);
        Optional.ofNullable(held.remove(holder)).ifPresent(over::add);
    }

    /** Returns the grants for which there is room, in the order of the requests. */
    private List<HeldGrant> affordable() {
        CapacityRoom room = capacity.room(begin.fleet());
        others = room.out();
        limit = room.limit();
        Instant now = Instant.ofEpochMilli(Workflow.currentTimeMillis());
        outWithoutGrant = Reading.of(new OutNodes(now, others).without(grantedNodes()));
        Set<String> out = new HashSet<>(others);
        out.addAll(grantedNodes());
        List<HeldGrant> granted = new ArrayList<>();
        for (CapacityRequest request : waiting.values()) {
            if (out.contains(request.node().name()) || out.size() < limit) {
                long next = fence + granted.size() + 1;
                granted.add(new HeldGrant(
                        request, new Grant(begin.domain(), request.holder(), next, now, request.runId())));
                out.add(request.node().name());
            }
        }
        return granted;
    }

    private Set<String> grantedNodes() {
        return held.values().stream()
                .map(grant -> grant.request().node().name())
                .collect(Collectors.toSet());
    }

    private void give(HeldGrant grant) {
        fence = grant.grant().fence();
        waiting.remove(grant.request().holder(), grant.request());
        held.put(grant.request().holder(), grant);
        tell(grant);
    }

    private void tell(HeldGrant grant) {
        String holder = grant.request().holder();
        try {
            Workflow.newUntypedExternalWorkflowStub(holder).signal("granted", grant.grant());
        } catch (TemporalFailure gone) {
            end(holder);
        }
    }

    private void show() {
        String out = outWithoutGrant
                .value()
                .map(read -> others.size() + " out in all as read at "
                        + read.readAt().truncatedTo(ChronoUnit.SECONDS) + ", limit " + limit)
                .orElseGet(outWithoutGrant::error);
        Workflow.setCurrentDetails("**" + begin.domain() + "**: " + held.size() + " granted, " + out
                + "\n\n- granted: " + held.keySet() + "\n- waiting: "
                + waiting.keySet() + (signalDropped.isBlank() ? "" : "\n- " + signalDropped));
    }

    @Override
    public void ask(@Nullable RawValue request) {
        Input.take("ask", () -> asked(request(request)), this::dropped);
    }

    private void asked(CapacityRequest request) {
        looks.soon();
        HeldGrant had = held.get(request.holder());
        if (had != null && had.answers(request)) {
            askedAgain.add(request.holder());
        } else {
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
        if (inLedger) {
            waiting.remove(request.holder(), request);
            returned.add(request);
        } else {
            waiting.remove(request.holder());
            held.remove(request.holder());
        }
        news = true;
    }

    /** A holder without a name could never be signalled. */
    private static CapacityRequest request(@Nullable RawValue sent) {
        CapacityRequest request = Input.read(sent, CapacityRequest.class);
        if (request.holder().isBlank()) {
            throw new UnusableInput(
                    "the request for node " + request.node() + " names no holder: nobody could be granted it");
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
                outWithoutGrant.known() ? limit : null,
                held.values().stream().map(HeldGrant::grant).toList(),
                outWithoutGrant.map(out -> out.without(grantedNodes())),
                List.copyOf(waiting.values()));
    }
}
