package dev.slipway.history;

import static dev.slipway.history.WhatWorkflowsDo.RUNBOOKS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.input.Handlers;
import dev.slipway.model.FailureType;
import dev.slipway.model.NotificationState;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.runbook.DecisionTable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever a workflow can do lies in a stored history, which {@link ReplayTest} replays. What there is to do is read
 * from the code, what a history shows from its events, its end among them. How to add one: docs/change-a-workflow.md.
 */
class EveryWayHasAHistoryTest {
    private static final String HARDWARE = "gpu-fault-rma";

    /** What the code seems to allow and does not, each with its reason. */
    private static final Map<String, String> CANNOT_HAPPEN = cannotHappen();

    private static final Set<String> STORED = StoredHistories.files().stream()
            .map(StoredHistories::read)
            .map(HistoryTraits::of)
            .flatMap(EveryWayHasAHistoryTest::sentences)
            .collect(Collectors.toSet());

    private static Map<String, String> cannotHappen() {
        Map<String, String> reasons = new TreeMap<>(Map.of(
                "any step capacity", "stands in the node's row while the run waits for its grant; no call bears it"));
        WhatWorkflowsDo.forwardOnly()
                .forEach(repair -> reasons.put(
                        repair + " outcome ROLLED_BACK",
                        "goes forward only, on a node that is out of service: it has nothing to roll back to"));
        WhatWorkflowsDo.tables().stream()
                .filter(table -> table.leadsTo().isEmpty())
                .forEach(table -> reasons.put(table.slug() + " route DIVERT", "its rows lead to no other runbook"));
        RUNBOOKS.stream()
                .filter(slug -> !slug.equals(HARDWARE))
                .forEach(slug -> reasons.put(
                        slug + " outcome RMA_CANDIDATE", "hands a node with suspect hardware to " + HARDWARE));
        return reasons;
    }

    /** Each trait under the name of its workflow, and under what counts for all runbooks and for all workflows. */
    private static Stream<String> sentences(HistoryTraits run) {
        String slug = HistoryTraits.slug(run.type());
        Stream<String> whose = RUNBOOKS.contains(slug) ? Stream.of(slug, "runbook", "any") : Stream.of(slug, "any");
        return whose.flatMap(who -> run.all().stream().map(trait -> who + " " + trait));
    }

    private static void assertStored(Stream<String> wanted) {
        Set<String> missing = wanted.collect(Collectors.toCollection(TreeSet::new));
        missing.removeAll(STORED);
        missing.removeIf(way -> STORED.contains(way.replaceFirst(" step ", " step undo-")));
        missing.removeAll(CANNOT_HAPPEN.keySet());
        assertThat(missing)
                .as("no stored history shows these; write a test that comes by there, and record it"
                        + " (docs/change-a-workflow.md)")
                .isEmpty();
    }

    private static Stream<String> each(Collection<String> whose, String kind, Collection<String> values) {
        return whose.stream().flatMap(who -> values.stream().map(value -> who + " " + kind + " " + value));
    }

    private static Collection<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).toList();
    }

    @Test
    void eachOutcomeOfEachRunbook() {
        assertStored(each(RUNBOOKS, "outcome", names(Outcome.values())));
    }

    @Test
    void eachRouteOfEachTable() {
        assertStored(WhatWorkflowsDo.tables().stream()
                .flatMap(table -> each(Set.of(table.slug()), "route", WhatWorkflowsDo.routesOf(table))));
        assertStored(each(RUNBOOKS, "route", Set.of("CLEAN", "REPORT", "HOLD", "DIVERT")));
    }

    @Test
    void eachWayFromOneRunbookToAnotherOnBothOfItsSides() {
        assertStored(WhatWorkflowsDo.tables().stream().flatMap(EveryWayHasAHistoryTest::leading));
    }

    private static Stream<String> leading(DecisionTable table) {
        return table.leadsTo().stream()
                .flatMap(to -> RUNBOOKS.contains(to)
                        ? Stream.of(table.slug() + " to " + to, to + " from " + table.slug())
                        : Stream.of(table.slug() + " needs " + to));
    }

    @Test
    void eachWayToAnotherRunbookAfterItsOwnWork() {
        Set<String> others = new TreeSet<>(RUNBOOKS);
        others.remove(HARDWARE);
        assertStored(each(others, "worked-to", Set.of(HARDWARE)));
        assertStored(RUNBOOKS.stream().flatMap(of -> each(Set.of(of), "worked-to", WhatWorkflowsDo.needs(of))));
        assertStored(each(Set.of("module-reload"), "stage-to", Set.of("kernel-gpu-missing", "gsp-mismatch")));
    }

    @Test
    void eachStep() {
        assertStored(RUNBOOKS.stream()
                .flatMap(of -> each(Set.of(of), "step", WhatWorkflowsDo.steps(WhatWorkflowsDo.packageOf(of)))));
        assertStored(Stream.of("frame", "acts", "model")
                .flatMap(of -> each(Set.of("any"), "step", WhatWorkflowsDo.steps(of))));
    }

    @Test
    void eachActivity() {
        Set<String> left = new TreeSet<>(WhatWorkflowsDo.activities());
        left.removeIf(activity -> STORED.contains("any local " + activity));
        assertStored(each(Set.of("any"), "activity", left));
    }

    @Test
    void eachSignalAndUpdate() {
        assertStored(Handlers.all().stream().flatMap(of -> {
            String slug = HistoryTraits.slug(of.toString());
            Set<String> whose = Set.of(RUNBOOKS.contains(slug) ? "runbook" : slug);
            return Stream.concat(each(whose, "signal", of.signals()), each(whose, "update", of.updates()));
        }));
    }

    @Test
    void eachVersionOfAChangedWorkflow() {
        assertStored(each(Set.of("any"), "version", WhatWorkflowsDo.versions()));
    }

    @Test
    void eachKindOfFailureAndOfReason() {
        assertStored(each(Set.of("runbook"), "failure", names(FailureType.values())));
        assertStored(each(Set.of("runbook"), "reason", names(Reason.values())));
    }

    @Test
    void eachStateThatPeopleAreNotifiedOf() {
        assertStored(each(
                Set.of("any"),
                "notified",
                Arrays.stream(NotificationState.values())
                        .map(NotificationState::word)
                        .toList()));
    }

    @Test
    void eachRunbookIsCancelled() {
        assertStored(each(RUNBOOKS, "event", Set.of("WORKFLOW_EXECUTION_CANCEL_REQUESTED")));
    }

    @Test
    void eachEndOfWhatIsNoRunbook() {
        assertStored(each(Set.of("rollout"), "end", Set.of("done", "stopped", "plan-lost")));
        assertStored(each(Set.of("wave"), "end", Set.of("whole", "stopped", "cancelled")));
        assertStored(each(Set.of("drift-check"), "end", Set.of("completed", "failed")));
        assertStored(each(Set.of("dry-run", "facts-look", "reach-look", "doctor"), "end", Set.of("completed")));
        assertStored(each(
                Set.of("partner"),
                "end",
                Set.of("given-back", "not-at-its-baseline", "no-capacity", "not-needed-any-more", "not-idle", "held")));
    }

    @Test
    void eachCompensation() {
        assertStored(each(Set.of("image-drift"), "step", Set.of("undo-converge", "undo-reboot", "undo-settings")));
    }

    @Test
    void whatCannotHappenDoesNot() {
        assertThat(STORED).doesNotContainAnyElementsOf(CANNOT_HAPPEN.keySet());
    }

    @Test
    void aFileLiesInTheFolderOfItsWorkflow() {
        for (Path file : StoredHistories.files()) {
            assertThat(HistoryTraits.of(StoredHistories.read(file)).type())
                    .as("%s", file)
                    .isEqualTo(StoredHistories.typeOf(file));
        }
    }
}
