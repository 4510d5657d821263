package dev.slipway.activities.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.slurm.SimulatedSlurm;
import dev.slipway.simulator.tools.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that ended before anybody asked whose they were. */
class SlurmAccountingTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String HEAD = "JobIDRaw|JobName|User|State|End\n";
    private static final NodeRef NODE = new NodeRef("c1", "n1");
    private static final NodeRef OTHER = new NodeRef("c1", "n2");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "", Optional.empty());
    private final SimulatedSlurm slurm = new SimulatedSlurm(InstantSource.fixed(NOON));
    private final AtomicInteger asked = new AtomicInteger();
    private final SlurmAccounting accounting = accounting((words, limit) -> {
        Answer answer = slurm.run(words);
        return new SlurmCommands.Answer(answer.exit(), text(answer.out()), text(answer.err()), true);
    });

    SlurmAccountingTest() {
        slurm.addNode("n1", 8, NOON);
        slurm.addNode("n2", 8, NOON);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private SlurmAccounting accounting(SlurmCommands commands) {
        SlurmCommands counted = (words, limit) -> {
            asked.incrementAndGet();
            return commands.run(words, limit);
        };
        return new SlurmAccounting(
                node -> Optional.of(new SlurmSite(counted, node.name())),
                ledger.gpuHistory(),
                InstantSource.fixed(NOON));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void failed(NodeRef node, String job) {
        ledger.gpuHistory()
                .add(new GpuEvent(
                        "1650001",
                        GpuEvent.Kind.JOB,
                        NOON.minusSeconds(node.equals(NODE) ? 60 : 30),
                        "31",
                        node,
                        Optional.of(new GpuEvent.Job(job, ""))));
    }

    private List<String> told() {
        return ledger.gpuHistory().of("1650001", NOON.minus(Duration.ofDays(1))).stream()
                .map(GpuEvent::sentence)
                .toList();
    }

    @Test
    void saysNameUserAndEndOfAJobThatIsGone() {
        int job = slurm.start("n1", "alice");
        slurm.named(job, "train|big");
        slurm.end(job);
        failed(NODE, "job " + job);
        failed(NODE, "pod ml/Job/train");

        accounting.learn(NODE);
        accounting.learn(NODE);

        assertThat(told())
                .containsExactly(
                        "31 job " + job + " (train|big of alice, COMPLETED 2026-11-21T12:00:00Z)",
                        "31 pod ml/Job/train");
        assertThat(asked).hasValue(1);
    }

    @Test
    void oneAnswerServesAllNodesOfAJob() {
        int job = slurm.start("n1", "alice");
        failed(NODE, "job " + job);
        accounting.learn(NODE);
        failed(OTHER, "job " + job);
        failed(OTHER, "job 77");
        accounting.learn(OTHER);
        accounting.learn(OTHER);

        assertThat(told())
                .containsExactlyInAnyOrder(
                        "31 job " + job + " (wrap of alice, RUNNING)",
                        "31 job " + job + " (wrap of alice, RUNNING)",
                        "31 job 77 (Slurm's accounting does not know it)");
        assertThat(asked).hasValue(2);
    }

    @Test
    void aClusterThatKeepsNoAccountsIsAskedOnce() {
        slurm.keepsNoAccounts(true);
        failed(NODE, "job 1");
        accounting.learn(NODE);
        accounting.learn(NODE);

        assertThat(asked).hasValue(1);
        assertThat(told()).containsExactly("31 job 1");
    }

    @Test
    void aDatabaseThatIsAwayIsAskedAgain() {
        SlurmAccounting away = accounting((words, limit) ->
                new SlurmCommands.Answer(1, "", "sacct: error: Sending PersistInit msg: Connection refused\n", true));
        failed(NODE, "job 1");
        away.learn(NODE);
        away.learn(NODE);

        assertThat(asked).hasValue(2);
        assertThat(told()).containsExactly("31 job 1");
    }

    @Test
    void aNameWithLinesOfItsOwnSpoilsNoOtherJob() {
        int evil = slurm.start("n1", "mallory");
        int good = slurm.start("n2", "alice");
        slurm.named(evil, "x|\n" + good + "|y|root|FAILED|Unknown\n");
        failed(NODE, "job " + evil);
        failed(NODE, "job " + good);

        accounting.learn(NODE);

        assertThat(told())
                .containsExactlyInAnyOrder(
                        "31 job " + evil + " (Slurm's record of it is not understood)",
                        "31 job " + good + " (wrap of alice, RUNNING)");
        assertThat(asked).hasValue(3);
    }

    /** A job's name is its user's own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1|a\n1|b|root|FAILED|Unknown\n|alice|COMPLETED|Unknown\n",
                "1|a|alice|COMPLETED|Unknown\n1|b|root|FAILED|Unknown\n",
                "9|a|alice|COMPLETED|Unknown\n",
                "1|\u001b[31m|alice; rm|COMPLETED|Unknown\n",
                "\u0000|||||||\n"
            })
    void whatCannotBeTrustedNamesNobodyElse(String out) {
        failed(NODE, "job 1");

        accounting((words, limit) -> new SlurmCommands.Answer(0, HEAD + out, "", true))
                .learn(NODE);

        assertThat(told())
                .singleElement()
                .asString()
                .startsWith("31 job 1 (")
                .doesNotContain("alice", "root", "\u001b");
    }
}
