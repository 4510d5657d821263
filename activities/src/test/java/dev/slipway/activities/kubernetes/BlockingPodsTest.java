package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.BlockedRule;
import dev.slipway.model.node.BlockedRule.Then;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.PodSelector;
import dev.slipway.simulator.kubernetes.EvictionEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What policy says about pods that do not leave, on the simulated API server; nothing is ever forced. */
class BlockingPodsTest {
    private static final Map<String, String> APP = Map.of("app", "train");
    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration NEVER = Duration.ofMinutes(10);

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final NodesOnTrial trial = new NodesOnTrial(cluster);

    @BeforeEach
    void aPodThatABudgetBlocks() {
        cluster.node("gpu-001", Map.of());
        cluster.pod("gpu-001", "train-1", "ReplicaSet", APP);
        cluster.budget("train", 1, APP);
        trial.nodes.cordon(NodesOnTrial.act("run-1"), false);
    }

    @AfterEach
    void nothingWasForced() {
        assertThat(cluster.server.evictionsLog()).noneMatch(EvictionEntry::brokeABudget);
        trial.close();
        cluster.close();
    }

    private static BlockedRule rule(Map<String, String> labels, Then then, Duration after) {
        return new BlockedRule(new PodSelector(Optional.of("ml"), labels, Optional.empty()), then, after);
    }

    private String refused(FailureType type, Duration within, BlockedRule... rules) {
        DrainPolicy policy = new DrainPolicy(within, true, Arrays.asList(rules), List.of());
        return Refusal.of(type, () -> trial.nodes.drain(NodesOnTrial.act("run-1"), policy));
    }

    @Test
    void saysSinceWhenAPodBlocksThoughTheWorkerThatSawItFirstWasLost() {
        String uid = cluster.client()
                .pods()
                .inNamespace("ml")
                .withName("train-1")
                .get()
                .getMetadata()
                .getUid();
        trial.clock.remembers(Map.of(uid, Instant.parse("2026-01-01T03:04:05Z")));

        assertThat(refused(FailureType.DRAIN_BLOCKED, SHORT)).contains(", since 03:04:05 UTC");
    }

    @Test
    void givesTheNodeBackForAPodThatIsToBeSkippedAndMovesNoOtherWork() {
        cluster.pod("gpu-001", "other", "Job", Map.of());

        String said = refused(FailureType.SKIPPED_BY_POLICY, NEVER, rule(APP, Then.SKIP, AT_ONCE));

        assertThat(said)
                .contains("is skipped by policy after 0 s: pod ml/train-1 (ReplicaSet ml/train-1-owner)")
                .contains("PDB ml/train allows 0 of 1 (needs 1 healthy, has 1), since ");
        assertThat(cluster.podsOn("gpu-001")).containsExactlyInAnyOrder("train-1", "other");
        assertThat(cluster.server.evictionsLog()).isEmpty();
    }

    @Test
    void holdsTheNodeAfterTheTimeThatThePolicyGives() {
        String said = refused(FailureType.HELD_BY_POLICY, NEVER, rule(APP, Then.HOLD, SHORT));

        assertThat(said).contains("policy holds it").contains("ml/train-1");
    }

    @Test
    void asksAPersonAfterTheTimeThatThePolicyGives() {
        assertThat(refused(FailureType.DRAIN_BLOCKED, NEVER, rule(APP, Then.DECIDE, SHORT)))
                .contains("policy calls a person")
                .contains("ml/train-1");
    }

    @Test
    void takesTheFirstRuleThatFits() {
        String said = refused(
                FailureType.DRAIN_BLOCKED,
                SHORT,
                rule(Map.of("app", "serve"), Then.HOLD, AT_ONCE),
                rule(APP, Then.WAIT, AT_ONCE),
                rule(Map.of(), Then.SKIP, AT_ONCE));

        assertThat(said).contains("is not empty in time").contains("ml/train-1");
    }

    @Test
    void aPodThatLeavesWhenAskedIsNoneThatBlocks() {
        cluster.node("gpu-002", Map.of());
        cluster.pod("gpu-002", "train-9", "ReplicaSet", APP);

        trial.nodes.drain(
                NodesOnTrial.act("run-1"),
                new DrainPolicy(NEVER, true, List.of(rule(Map.of(), Then.SKIP, Duration.ofMinutes(1))), List.of()));

        assertThat(cluster.podsOn("gpu-001")).isEmpty();
    }

    @Test
    void aPodThatOnlyAPersonCanMoveIsSkippedToo() {
        cluster.pod("gpu-001", "naked", "", Map.of("app", "debug"));

        assertThat(refused(FailureType.SKIPPED_BY_POLICY, NEVER, rule(Map.of("app", "debug"), Then.SKIP, AT_ONCE)))
                .contains("pod ml/naked (no controller): no controller would start it again");
    }

    @Test
    void saysSinceWhenAPodBlocksAndKeepsThatTime() {
        trial.clock.onWait(() -> {
            if (trial.clock.waits().size() == 2) {
                throw FailureType.TRANSIENT.of("the test has heard enough");
            }
        });
        refused(FailureType.TRANSIENT, NEVER);

        List<String> since = trial.clock.waits().stream()
                .filter(text -> text.contains("PDB ml/train allows 0 of 1"))
                .map(text -> text.replaceFirst(".*, since (\\d\\d:\\d\\d:\\d\\d UTC); tries until.*", "$1"))
                .distinct()
                .toList();
        assertThat(since).singleElement().satisfies(time -> assertThat(time).matches("\\d\\d:\\d\\d:\\d\\d UTC"));
    }
}
