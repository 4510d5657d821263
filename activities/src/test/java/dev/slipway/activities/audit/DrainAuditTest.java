package dev.slipway.activities.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.node.BlockedRule;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.PodSelector;
import dev.slipway.port.Nodes;
import io.temporal.testing.TestActivityEnvironment;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The record that the audit has before a drain begins that may delete data. */
class DrainAuditTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final Act ACT =
            new Act(NODE, "prod-a", "run-1", NODE.workflowId(), "image-drift", Step.DRAIN, 1, Optional.empty(), T0);

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:drains", "slipway", Optional.empty());
    private final TestActivityEnvironment engine = AuditedEngine.on(ledger);

    @AfterEach
    void end() {
        engine.close();
        ledger.close();
    }

    /** Nodes that are empty at once; nothing else is asked of them. */
    private static Nodes emptyNodes() {
        return (Nodes) Proxy.newProxyInstance(
                Nodes.class.getClassLoader(),
                new Class<?>[] {Nodes.class},
                (nodes, method, arguments) -> new Drained(T0, 0, "empty"));
    }

    private String begun(DrainPolicy policy) {
        engine.registerActivitiesImplementations(emptyNodes());
        assertThat(engine.newActivityStub(Nodes.class).drain(ACT, policy).proof())
                .isEqualTo("empty");
        return ledger.audit().of(NODE.toString(), 10).stream()
                .map(AuditTrail.Entry::detail)
                .filter(detail -> detail.endsWith("begun"))
                .findFirst()
                .orElseThrow();
    }

    private static PodSelector pods(int team) {
        return new PodSelector(Optional.of("team-" + team), Map.of("scratch", "disposable-" + team), Optional.empty());
    }

    @Test
    void namesEachEntryOfThePolicyThatGivesDataUpHoweverManyRulesThereAre() {
        List<BlockedRule> rules = IntStream.range(0, 12)
                .mapToObj(team -> new BlockedRule(pods(team), BlockedRule.Then.WAIT, Duration.ofMinutes(team)))
                .toList();
        List<PodSelector> givenUp =
                IntStream.range(20, 60).mapToObj(DrainAuditTest::pods).toList();

        String begun = begun(new DrainPolicy(Duration.ofHours(1), true, rules, givenUp));

        assertThat(givenUp).allSatisfy(pods -> assertThat(begun).contains(pods.words() + " although"));
    }

    @Test
    void namesNoDataWhereThePolicyGivesNoneUp() {
        assertThat(begun(DrainPolicy.waiting(Duration.ofHours(1)))).doesNotContain("is lost");
    }
}
