package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Answers gate G10: runs the job that the policy names on a node before it goes back. {@code evidence} stores the
 * output of the job, {@code heat} states when none may begin.
 */
public record SmokeGate(
        Schedulers schedulers,
        BiFunction<Act, BaselineRef, Optional<SmokeJob>> jobs,
        BiConsumer<Act, List<String>> evidence,
        Heat heat,
        NodeBoots boots) {

    GateResult smoke(Act act, BaselineRef goal) {
        Optional<SmokeJob> job = jobs.apply(act, goal);
        if (job.isEmpty()) {
            return new GateResult("G10", Verdict.NOT_RUN, "no smoke job in the policy");
        }
        heat.mayBegin(act.fleet());
        NodeScheduler.Smoked smoked = schedulers.of(act).smoke(act, job.get());
        if (!smoked.output().isEmpty()) {
            evidence.accept(act, smoked.output());
        }
        return ofItsBoot(act, smoked.result());
    }

    /**
     * Adds the boot: the scheduler does not report under which boot a job ended, so the node is read as soon as it has.
     */
    private GateResult ofItsBoot(Act act, GateResult result) {
        if (result.verdict() == Verdict.NOT_RUN) {
            return result;
        }
        String boot = boots.now(act)
                .map(NodeBoots.NodeBoot::bootId)
                .value()
                .orElseThrow(() ->
                        FailureType.TRANSIENT.of(act.node() + " does not say under which boot its smoke job ended"));
        if (!act.bootId().isEmpty() && !act.bootId().equals(boot)) {
            return new GateResult(result.gate(), Verdict.CRASHED, result.detail(), boot);
        }
        if (result.verdict() == Verdict.INFRASTRUCTURE) {
            // No verdict on the node: a person may put the cause right and have the job run again.
            throw FailureType.AMBIGUOUS.of(result.toString());
        }
        return result.under(boot);
    }
}
