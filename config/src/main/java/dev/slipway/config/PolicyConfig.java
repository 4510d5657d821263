package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import dev.slipway.config.keys.LegacyKey;
import dev.slipway.config.units.Percent;
import dev.slipway.config.units.WaveSize;
import dev.slipway.model.capacity.CapacityLimit;
import dev.slipway.model.node.BlockedRule;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.PodSelector;
import dev.slipway.rules.triage.XidPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Describes {@code policies/*.yaml}: how far and how fast, and what may start by itself. */
public record PolicyConfig(
        @Doc("Name, unique among policies.") String name,

        @Doc("How a node is brought to its baseline.") @Default("packages") @LegacyKey("means")
        NodePolicy.ConvergeBy convergeBy,

        @Doc("Nodes done when each wave ends: counts or shares, rising; the first is the canary.")
        @Default("[1, 5%, 25%, 100%]")
        List<WaveSize> waves,

        @Doc("How long a wave must stay healthy before the next.") @Default("30m")
        Duration soak,

        @Doc("How many nodes may be out at once; the lower of the two counts.") @Default("{}")
        MaxUnavailable maxUnavailable,

        @Doc("How many nodes may fail before a rollout stops.") @Default("{}")
        FailureBudget failureBudget,

        @Doc("A drift check that finds more than this share of the nodes that answered drifted starts nothing by "
                + "itself; a person's rollout then waits for approval.")
        @Default("30%")
        Percent driftRateLimit,

        @Doc("How long 95 of 100 node runs take; a node is started only if that fits into the window.")
        @Default("45m")
        @LegacyKey("nodeDuration")
        Duration expectedRunDuration,

        @Doc("When work may start; without it at any time.") Optional<WindowsConfig> windows,
        @Doc("What a person must approve.") @Default("{}") Approvals approvals,
        @Doc("What alerts may start.") @Default("{}") Alerts alerts,

        @Doc("How a run on one node behaves.") @Default("{}")
        NodeRun node,

        @Doc("What a drain may do that it does not do by itself.") @Default("{}")
        Drain drain,

        @Doc("The regular check for drift.") @Default("{}") DriftCheck driftCheck,

        @Doc("G10: a job that each verified node runs through its scheduler before it goes back.") @Default("{}")
        Smoke smoke,

        @Doc("The site's own rule for XIDs; only ever stricter than the driver and NVIDIA's catalogue.") @Default("{}")
        Xids xids) {

    /** Longer than this no reboot is waited for. */
    public static final Duration LONGEST_REBOOT = Duration.ofMinutes(30);

    /** Holds a count and a share of the fleet; the lower one applies, the share rounds down, at least 1. */
    public record MaxUnavailable(
            @Doc("Nodes.") @Default("4") int count,
            @Doc("Share of the fleet.") @Default("10%") Percent percent) {}

    /** Limits how much may go wrong: nodes of a rollout that end held or rolled back. */
    public record FailureBudget(
            @Doc("Nodes.") @Default("1") int count,
            @Doc("Share of the plan.") @Default("5%") Percent percent) {}

    /** States where a person must agree before anything starts. */
    public record Approvals(
            @Doc("Whether a rollout waits for an approval before its first wave.") @Default("false")
            boolean rollout,

            @Doc("Nodes above which a second person must approve.") @Default("100")
            int fourEyesAbove,

            @Doc("Whether an approval may come as a Signal; never for four eyes.") @Default("false")
            boolean bySignal) {}

    /** Alerts whose name is in {@code start} may start a run, if triage agrees; every other is proposed. */
    public record Alerts(
            @Doc("Names of alerts that may start `image-drift` by themselves, where triage leads to it; every "
                    + "other alert is a proposal.")
            List<String> start) {}

    /** Sets deadlines and waits of a run on one node. */
    public record NodeRun(
            @Doc("How long a drain may wait for work to end.") @Default("2h") @LegacyKey("drainWithin")
            Duration drainTimeout,

            @Doc("How long to wait for capacity.") @Default("1h") @LegacyKey("capacityWithin")
            Duration capacityTimeout,

            @Doc("How long a readmitted node is watched.") @Default("10m")
            Duration soak,

            @Doc("Whether a step that failed for good waits for a person.") @Default("true")
            boolean decide,

            @Doc("How long it waits, before it rolls back or holds.") @Default("4h") @LegacyKey("decideWithin")
            Duration decideTimeout,

            @Doc("How long a run waits in all for parts of the site that are away, before it ends: the "
                    + "Kubernetes API, slurmctld, the network to the nodes, the ledger.")
            @Default("24h")
            Duration unavailableTimeout,

            @Doc("How often a step that is known to have failed is tried again.")
            @Default("2")
            @LegacyKey("knownFailures")
            int stepRetries,

            @Doc("What is done about pods that keep a drain from ending; the first entry that fits a pod "
                    + "counts, and without one the drain's limit.")
            List<Blocked> blocked,

            @Doc("How long a node may stay away when it reboots.") @Default("30m") @LegacyKey("rebootWithin")
            Duration rebootTimeout,

            @Doc("Whether a node that hangs at its reboot, and is proven drained, is power-cycled through its BMC.")
            @Default("false")
            boolean powerCycle,

            @Doc("Whether a node that was released without proof, and was not proved since, is held again when its "
                    + "release ends; people are told in any case.")
            @Default("false")
            boolean holdAfterRelease) {}

    /** Pods, and what a drain does when one of them blocks it; nothing is ever forced to go. */
    public record Blocked(
            @Doc("Namespace of the pod; any if left out.") Optional<String> namespace,

            @Doc("Labels that the pod must have, all of them.")
            Map<String, String> labels,

            @Doc("Kind of the pod's controller, e.g. Job; any if left out.")
            Optional<String> ownerKind,

            @Doc("`wait` for the drain's limit; ask a person (`decide`), `hold` the node, or `skip` it: it "
                    + "goes back as found, and a rollout tries it again when its plan is through, at most 2 times.")
            BlockedRule.Then then,

            @Doc("How long the drain goes on before that, from its beginning; `wait` has no such time.") @Default("10m")
            Duration after) {

        BlockedRule rule() {
            return new BlockedRule(new PodSelector(namespace, labels, ownerKind), then, after);
        }
    }

    /** Lists what a person allows a drain to destroy; without an entry nothing. */
    public record Drain(
            @Doc("Pods that may be evicted although the data in their emptyDir volumes on the node's disk is lost "
                    + "with them. Without an entry that fits, such a pod blocks the drain.")
            List<DeleteEmptyDir> deleteEmptyDir) {}

    /** Selects pods; one with both properties must match both. */
    public record DeleteEmptyDir(
            @Doc("Namespace of the pod; any if left out, and then `labels` are needed.")
            Optional<String> namespace,

            @Doc("Labels that the pod must have, all of them; any if left out, and then `namespace` is needed.")
            Map<String, String> labels) {

        PodSelector selector() {
            return new PodSelector(namespace, labels, Optional.empty());
        }
    }

    /** Sets when a fleet is checked for drift, and whether that may open a rollout. */
    public record DriftCheck(
            @Doc("Cron expression of five fields; without it no schedule is made.")
            Optional<String> cron,

            @Doc("IANA time zone of the expression.") @Default("UTC")
            ZoneId zone,

            @Doc("Whether found drift opens a rollout by itself; else it is proposed.")
            @Default("false")
            @LegacyKey("opensRollout")
            boolean autoRollout,

            @Doc("Whether the site's Ansible role checks the nodes as well, in check mode; differences between it "
                    + "and the probe are reported.")
            @Default("false")
            boolean ansible) {}

    /** Gate G10; without a job it is recorded as not run, never as passed. */
    public record Smoke(
            @Doc("Whether a node stays out when G10 was not run.") @Default("false")
            boolean required,

            @Doc("The job; without it G10 is not run.") Optional<Job> job) {}

    /** Describes a pod on the cordoned node that requests every GPU of the profile and ends by itself. */
    public record Job(
            @Doc("Container image.") String image,

            @Doc("Command, one word per entry; that of the image if left out.")
            List<String> command,

            @Doc("Namespace; it is not made.") @Default("default")
            String namespace,

            @Doc("How long it may take, the pull of its image included.") @Default("15m") @LegacyKey("within")
            Duration timeout) {}

    /** Lists XIDs that exclude a node from service for a while, independent of NVIDIA's catalogue. */
    public record Xids(
            @Doc("XIDs that keep a node out of service.") List<Integer> blocking,

            @Doc("For how long after they happened.") @Default("2h")
            Duration window) {}

    /** Returns the site's own rule for the router. */
    public XidPolicy xidPolicy() {
        return new XidPolicy(Set.copyOf(xids.blocking()), xids.window());
    }

    /** Returns the policy of a run on one node. */
    public NodePolicy nodePolicy() {
        return new NodePolicy(
                node.drainTimeout(),
                node.capacityTimeout(),
                node.soak(),
                node.decide(),
                node.decideTimeout(),
                node.stepRetries(),
                convergeBy,
                node.blocked().stream().map(Blocked::rule).toList(),
                node.unavailableTimeout(),
                drain.deleteEmptyDir().stream().map(DeleteEmptyDir::selector).toList());
    }

    /** Returns whether a node may be started at {@code at}, so that it is likely done before the window closes. */
    public boolean mayStart(Instant at) {
        return windows.map(w -> w.fits(at, expectedRunDuration)).orElse(true);
    }

    /** Returns when the next node may be started; empty if one may be at {@code at}. */
    public Optional<Instant> opensAfter(Instant at) {
        return mayStart(at) ? Optional.empty() : windows.map(w -> w.next(at, expectedRunDuration));
    }

    /** Returns how many of {@code nodes} may end badly: the lower of count and share, the share at least 1. */
    public int mayFail(int nodes) {
        return Math.min(
                failureBudget.count(),
                Math.max(1, nodes * failureBudget.percent().value() / 100));
    }

    /** Returns the budget of the fleet's failure domain. */
    public CapacityLimit capacityLimit() {
        return new CapacityLimit(
                maxUnavailable.count(), maxUnavailable.percent().value());
    }
}
