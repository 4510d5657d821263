package dev.slipway.frame;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Ledger;
import io.temporal.failure.TemporalFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs G9, the two-node test, with a partner that is leased, cordoned and idle. A pair that fails is repeated with a
 * second partner before the node counts as faulty. A result counts only while the lease is held and the partner runs
 * the boot under which it was leased: a partner that ends early, crashes, or never comes, is "not run", never passed or
 * failed. A test that is suspended for heat returns its partner and starts again afterwards.
 */
final class PairTest {
    private static final int PARTNERS = 2;
    private static final int ASKED = 5;
    private static final Duration LONGEST = Duration.ofMinutes(45);
    private final PartnerLease.Borrower borrower;
    private final Trigger trigger;
    private final StepRunner steps;
    private final Map<Offer, String> offers = new HashMap<>();
    private boolean suspended;

    PairTest(Trigger trigger, NodeBinding binding, StepRunner steps, Journal journal) {
        this.borrower = new PartnerLease.Borrower(trigger, binding, steps, journal);
        this.trigger = trigger;
        this.steps = steps;
    }

    /**
     * States that a partner is cordoned and idle, in the words of one run of its lease; a run that is not named is of
     * an older worker.
     */
    private record Offer(NodeRef partner, String run) {}

    /**
     * Notes a partner that is leased; {@code boot} is the boot under which it was found; an older worker does not name
     * it.
     */
    void lent(NodeRef partner, Optional<String> run, Optional<String> boot) {
        offers.put(new Offer(partner, run.orElse("")), boot.orElse(""));
    }

    GateResult run(BaselineRef goal) {
        GateResult result = new GateResult("G9", Verdict.NOT_RUN, "no idle partner at its baseline");
        List<NodeRef> asked = new ArrayList<>();
        int tested = 0;
        while (asked.size() < ASKED && tested < PARTNERS && open(result)) {
            Optional<NodeRef> partner = steps.run(
                    FrameSteps.PARTNER,
                    Ledger.class,
                    (l, act) -> l.partnerFor(act, trigger.goal(), asked.size(), asked));
            if (partner.isEmpty()) {
                return result;
            }
            asked.add(partner.get());
            Optional<GateResult> tried = with(partner.get(), goal);
            if (suspended) {
                suspended = false;
                steps.suspended(FrameSteps.PAIR.step());
                return run(goal);
            }
            boolean counts = tried.filter(PairTest::wasTried).isPresent();
            tested += counts ? 1 : 0;
            result = counts || !wasTried(result) ? tried.orElse(result) : result;
        }
        return result;
    }

    /**
     * Returns whether the test was tried. One that could not run on the two nodes was tried under a boot; one without a
     * partner, or whose partner crashed, was not.
     */
    private static boolean wasTried(GateResult result) {
        return result.verdict() != Verdict.NOT_RUN || !result.bootId().isEmpty();
    }

    /** Returns whether another partner could change the result; a node that crashed is not tested again. */
    private static boolean open(GateResult result) {
        return result.verdict() != Verdict.PASS && result.verdict() != Verdict.CRASHED;
    }

    private Optional<GateResult> with(NodeRef partner, BaselineRef goal) {
        offers.clear();
        Optional<PartnerLease> begun = PartnerLease.begin(borrower, partner, LONGEST);
        return begun.flatMap(lease -> during(lease, goal));
    }

    private Optional<GateResult> during(PartnerLease lease, BaselineRef goal) {
        WorkflowTimers.atMost(LONGEST, () -> lease.over() || offered(lease));
        if (lease.over() || !offered(lease)) {
            lease.abandon(false);
            return Optional.empty();
        }
        try {
            Optional<GateResult> result =
                    steps.unlessSuspended(FrameSteps.PAIR, Diagnostics.class, (d, act) -> tested(d, act, goal, lease));
            suspended = result.isEmpty();
            if (!lease.giveBack()) {
                lease.abandon(!suspended);
                return Optional.empty();
            }
            if (suspended) {
                WorkflowTimers.atMost(LONGEST, lease::over);
            }
            return result;
        } catch (RunEnded | TemporalFailure failed) {
            lease.abandon(true);
            throw failed;
        }
    }

    private boolean offered(PartnerLease lease) {
        return boot(lease).isPresent();
    }

    private Optional<String> boot(PartnerLease lease) {
        return Optional.ofNullable(offers.get(new Offer(lease.partner(), lease.run())))
                .or(() -> Optional.ofNullable(offers.get(new Offer(lease.partner(), ""))));
    }

    /**
     * Tests, and ends with the lease: a test without a partner proves nothing, and its ranks would be on a node that is
     * no longer leased.
     */
    private GateResult tested(Diagnostics diagnostics, Act act, BaselineRef goal, PartnerLease lease) {
        String boot = boot(lease).orElse("");
        return WorkflowTimers.unless(
                        lease::over,
                        PartnerLease::minded,
                        () -> diagnostics.ncclPair(act, goal, lease.partner(), lease.run(), boot))
                .orElseGet(() -> new GateResult("G9", Verdict.NOT_RUN, "the lease of " + lease.partner() + " ended"));
    }
}
