package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Readmission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One node in memory. It keeps the truth – cordon, work, packages, boots – and writes down every act that a careful
 * operator would forbid, so that a test judges by the node and not by what the run says of itself.
 */
public final class FakeNode {
    public static final BaselineRef PIN = new BaselineRef("pin", "aaaaaaaaaa");
    public static final BaselineRef PREVIOUS = new BaselineRef("previous", "bbbbbbbbbb");

    public final NodeRef ref;
    /** What was asked of the node, in order. */
    public final List<String> calls = new ArrayList<>();
    /** The same with how many times each: {@code Nodes.facts#2}. */
    public final List<String> journal = new ArrayList<>();

    public final List<String> violations = new ArrayList<>();
    public final List<Fault> faults = new ArrayList<>();
    public final Map<String, BaselineRef> transactions = new HashMap<>();
    public final Map<String, String> rows = new HashMap<>();
    public final Map<String, String> installed = new HashMap<>();
    public final Set<String> badDiag = new HashSet<>();
    /** How the smoke job ends on a baseline; passed where nothing is said. */
    public final Map<String, Verdict> smoke = new HashMap<>();

    /** The packages that were purged, by name. */
    public final List<String> purged = new ArrayList<>();

    public final FakeGpus.State gpus = new FakeGpus.State();
    public final FakeFabric.State fabric = new FakeFabric.State();
    public final FakePersistence.State persistence = new FakePersistence.State();
    public final FakeModules.Driver driver = new FakeModules.Driver();
    public final List<String> troubles = new ArrayList<>();
    final AskedSteps stepsAsked = new AskedSteps(this);
    public Consumer<String> onCall = call -> {};
    /** The baselines whose kernel may be booted, and the kernel that boots where nothing else is said. */
    public final Set<String> bootable = new HashSet<>(Set.of("pin", "previous"));

    /** Whether the pin's kernel is the previous baseline's, too. */
    public boolean sameKernel;

    /** Whether another driver holds the GPUs. */
    public boolean nouveau;

    /** Why gates cannot be run on it, by the gate. */
    public final Map<String, String> lacking = new HashMap<>();

    /** How a test with a partner ends. */
    public Verdict pair = Verdict.PASS;

    public String bootDefault = "found";
    public String packages = "drifted";
    public String running = "drifted";
    public String owner = "";
    public String foreignReason = "";
    public String heldReason = "";
    public String row = "D17";
    public String refusal = "";
    public Optional<BaselineRef> pinned = Optional.empty();
    public Optional<NodeOutcome> outcome = Optional.empty();
    public boolean unschedulable;
    public boolean work = true;
    /** At so many looks a job is still on the node, which only its end takes off. */
    public int jobLooks;

    /** What the router sees on it that is no runbook's row. */
    public final List<String> besides = new ArrayList<>();

    /** At so many looks the fleet is still frozen for heat. */
    public int heatLooks;

    /** Whether ranks of a test compute on its GPUs, and whether they stay when their test is over. */
    public volatile boolean computing;

    public boolean ranksStay;

    public boolean holds;
    public boolean capacity = true;

    /** Whether the budget of its fleet can neither be asked nor be given anything back. */
    public volatile boolean budgetAway;

    /** What people were told of this node. */
    public final List<String> told = new CopyOnWriteArrayList<>();

    /** Whether the kernel's log of the boot before is still there. */
    public boolean journalKept = true;

    public boolean nobodyListens;
    public boolean machineChanged;
    public String machineId;
    public String productUuid = "uuid";
    public final List<NodeNote> notes = new CopyOnWriteArrayList<>();
    /** How many notes the ledger refuses, being away, before it takes one. */
    public final AtomicInteger notesRefused = new AtomicInteger();
    /** Every token that a run named itself by on this node. */
    public final Set<String> tokens = new HashSet<>();

    /** Since when each look at the facts read the kernel's log. */
    public final List<Instant> looks = new ArrayList<>();

    public int asked;
    public int givenBack;
    public int boots = 1;
    public int partners;
    private final Map<String, Integer> reboots = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    public FakeNode(String name) {
        ref = new NodeRef("prod", name);
        machineId = "machine-" + name;
    }

    /** Runs {@code effect} as a call of {@code method}, failing before or after it where the plan says so. */
    public synchronized <R> R call(String method, Supplier<R> effect) {
        int nth = counts.merge(method, 1, Integer::sum);
        calls.add(method);
        journal.add(method + "#" + nth);
        onCall.accept(method + "#" + nth);
        fail(method, nth, Fault.When.BEFORE);
        R result = effect.get();
        fail(method, nth, Fault.When.AFTER);
        return result;
    }

    private void fail(String method, int nth, Fault.When when) {
        for (Fault fault : faults) {
            if (fault.method().equals(method) && fault.nth() == nth && fault.when() == when) {
                throw fault.type().of("fault " + when + " " + method);
            }
        }
    }

    /** Where {@code call} is asked of it, {@code stop} is done to the run; nothing new may be changed from then on. */
    public void stopsAt(String call, Runnable stop) {
        onCall = at -> {
            if (at.equals(call)) {
                stepsAsked.stop();
                stop.run();
            }
        };
    }

    public String bootId() {
        return "boot-" + boots;
    }

    FactsRef facts(Act act) {
        String id = "facts-" + calls.size();
        looks.add(act.t0());
        Identity identity = new Identity(machineChanged ? "another" : machineId, productUuid, Optional.of("uid"));
        return new FactsRef(
                ref,
                id,
                bootId(),
                packages + "/" + running,
                act.t0(),
                identity,
                "",
                driver.log(running, bootId()),
                Map.copyOf(lacking));
    }

    CordonRecord cordon(Act act, boolean adopt) {
        boolean foreign = unschedulable && owner.isEmpty();
        if (!owner.isEmpty() && !owner.equals(act.token()) && !adopt) {
            violations.add("cordon of another run taken over");
        }
        heldReason = adopt ? "" : heldReason;
        unschedulable = true;
        owner = act.token();
        tokens.add(act.token());
        return new CordonRecord(
                ref,
                act.token(),
                foreign || !foreignReason.isEmpty() ? "unschedulable" : "schedulable",
                foreignReason,
                !foreignReason.isEmpty(),
                act.t0());
    }

    void mutate(Act act, String what) {
        tokens.add(act.token());
        if (!unschedulable || !owner.equals(act.token())) {
            violations.add(what + " without our cordon");
        }
        if (work) {
            violations.add(what + " under work");
        }
    }

    /** As the guard does before it lets a transaction begin; one that was begun is joined. */
    void underTheBootThatIsKnown(Act act) {
        boolean begun = transactions.containsKey(act.token() + "/" + act.directory());
        if (!begun && !act.bootId().isEmpty() && !act.bootId().equals(bootId())) {
            throw FailureType.REBOOTED.of("rebooted by somebody else", bootId());
        }
    }

    void converge(Act act, BaselineRef goal) {
        mutate(act, "converge");
        if (transactions.putIfAbsent(act.token() + "/" + act.directory(), goal) == null) {
            packages = goal.id();
            holds = true;
            driver.reinstalled();
        }
    }

    /** The node loses its power, and runs another boot. */
    public void crash() {
        boots++;
        running = packages;
        driver.booted();
    }

    String reboot(Act act, String leaving) {
        if (bootId().equals(leaving)) {
            mutate(act, "reboot");
            if (reboots.merge(act.token() + "/" + act.step().id(), 1, Integer::sum) > 1) {
                violations.add("rebooted twice for one step");
            }
            boots++;
            running = packages;
            driver.booted();
        }
        return bootId();
    }

    void readmit(Act act, Readmission request) {
        tokens.add(act.token());
        if (!owner.equals(act.token()) && !owner.isEmpty()) {
            violations.add("readmitted by a run that does not own the cordon");
        }
        if (act.machine().filter(bound -> !bound.machineId().equals(machineId)).isPresent()) {
            violations.add("readmitted as another machine than was bound");
        }
        if (computing) {
            violations.add("readmitted while a test computes on it");
        }
        if (!foreignReason.isEmpty() && !request.cordon().foreign()) {
            violations.add("foreign cordon lifted");
        }
        request.verification()
                .ifPresentOrElse(
                        proof -> {
                            if (!proof.bootId().equals(bootId())
                                    || !proof.factsHash().equals(packages + "/" + running)) {
                                violations.add("readmitted on the proof of another boot");
                            }
                            proof.ofOtherBoots().forEach(violations::add);
                            if (!proof.complete(List.of("G0", "G5", "G7", "G8"))) {
                                violations.add("readmitted without proof");
                            }
                        },
                        () -> {
                            if (!reboots.isEmpty() || !transactions.isEmpty()) {
                                violations.add("readmitted as untouched, but was touched");
                            }
                            asFoundUnder(request.untouched().orElseThrow().bootId());
                        });
        owner = "";
        unschedulable = request.cordon().foreign();
    }

    /** As the guard does: nobody says what a boot that this run did not make has changed. */
    private void asFoundUnder(String boot) {
        if (!boot.equals(bootId())) {
            throw FailureType.GATE_CLOSED.of(ref + " crashed or was rebooted since it was cordoned");
        }
    }

    /** In service, or as somebody else left it. */
    public boolean asFound() {
        return owner.isEmpty() && unschedulable == !foreignReason.isEmpty();
    }
}
