package dev.slipway.activities.drift;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.activities.ssh.TestServer;
import dev.slipway.activities.ssh.TestServer.Play;
import dev.slipway.ledger.FleetScans;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.model.rollout.MemberAnswer.Kind;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.Faults.Shape;
import dev.slipway.simulator.node.NodePlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetDriftTest {
    @TempDir
    Path folder;

    private static NodePlan struck(int number, Fault fault) {
        return ScannedFleet.whole(number).failing(new Rule("slipway-probe", 0, Moment.AFTER, fault));
    }

    @Test
    void triesAConnectionThatBrokeOnceMore() {
        Rule once = new Rule("slipway-probe", 1, Moment.AFTER, new Fault.Drop());
        try (ScannedFleet fleet = new ScannedFleet(folder, ScannedFleet.whole(0).failing(once))) {
            DriftReport report = fleet.check();

            assertThat(report.answered()).isEqualTo(1);
            assertThat(report.unread().total()).isZero();
            assertThat(fleet.probes(0)).isEqualTo(2);
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = silent()) {
            return socket.getLocalPort();
        }
    }

    private static ServerSocket silent() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static SshTarget hasty(SshTarget target) {
        return new SshTarget(
                target.host(),
                target.port(),
                target.user(),
                target.keyFile(),
                target.knownHosts(),
                Optional.of(Duration.ofMillis(300)));
    }

    @Test
    void saysOfEachMemberThatDidNotAnswerWhyInTheFieldsWords() throws Exception {
        try (ServerSocket silent = silent();
                ScannedFleet fleet = new ScannedFleet(
                        folder,
                        ScannedFleet.whole(0),
                        ScannedFleet.whole(1),
                        ScannedFleet.whole(2),
                        struck(3, new Fault.Drop()),
                        struck(4, new Fault.Spoil(Shape.EMPTY)),
                        struck(5, new Fault.Spoil(Shape.GARBAGE)))) {
            Path known = fleet.server().knownHosts();
            fleet.way(1, fleet.to(closedPort(), known));
            fleet.way(2, hasty(fleet.to(silent.getLocalPort(), known)));

            DriftReport report = fleet.check();

            assertThat(report.nodes()).isEqualTo(6);
            assertThat(report.answered()).isEqualTo(3);
            assertThat(report.matching() + report.drifted() + report.broken() + report.reported())
                    .isEqualTo(1);
            assertThat(report.unread().counts())
                    .isEqualTo(Map.of(Kind.REFUSED, 1, Kind.TIMED_OUT, 1, Kind.LOST, 1, Kind.NO_FACTS, 2));
            assertThat(report.unread().words())
                    .isEqualTo("3 unreachable (1 connection refused, 1 timed out, 1 connection lost while it was read),"
                            + " 2 refused (2 answered without facts)");
            assertThat(report.unread().first())
                    .filteredOn(answer -> answer.said().endsWith("; its BMC answers"))
                    .extracting(MemberAnswer::kind)
                    .containsExactlyInAnyOrder(Kind.REFUSED, Kind.TIMED_OUT);
            assertThat(report.unread().first()).allSatisfy(answer -> {
                assertThat(answer.said()).isNotBlank();
                assertThat(answer.next()).isNotBlank();
            });
        }
    }

    @Test
    void namesAStaleHostKeyAndAKeyThatIsNotAcceptedWithWhatToDo() throws Exception {
        try (ScannedFleet fleet = new ScannedFleet(folder, ScannedFleet.whole(0), ScannedFleet.whole(1))) {
            Path stale = folder.resolve("stale");
            String keys = Files.readString(fleet.server().knownHosts());
            int first = fleet.server().port("gpu-000");
            int second = fleet.server().port("gpu-001");
            Files.writeString(
                    stale,
                    keys.replace(":" + second + " ", ":" + first + " ")
                            .lines()
                            .reduce((a, b) -> b)
                            .orElseThrow());
            fleet.way(0, fleet.to(first, stale));
            Path stranger = folder.resolve("stranger");
            TestServer.writeKey(stranger, TestServer.ecKey());
            SshTarget way = fleet.to(second, fleet.server().knownHosts());
            fleet.way(1, new SshTarget(way.host(), way.port(), way.user(), stranger, way.knownHosts()));

            DriftReport report = fleet.check();

            assertThat(report.answered()).isZero();
            assertThat(report.unread().words())
                    .isEqualTo("2 refused (1 host key is not the known one, 1 key not accepted)");
            assertThat(fleet.answer(0).kind()).isEqualTo(Kind.HOST_KEY);
            assertThat(fleet.answer(0).next()).contains("replace its key in " + stale);
            assertThat(fleet.answer(1).kind()).isEqualTo(Kind.KEY_NOT_ACCEPTED);
            assertThat(fleet.answer(1).next()).contains("authorized_keys");
            assertThat(fleet.probes(0) + fleet.probes(1)).isZero();
        }
    }

    private String wholeAnswer() throws IOException {
        try (OneNode node = new OneNode(Files.createDirectory(folder.resolve("one")), ScannedFleet.whole(0))) {
            return new String(node.tools().facts().run(ScannedFleet.ref(0), Instant.EPOCH), UTF_8);
        }
    }

    /** What a whole node says, but for the boot_id that comes last. */
    private String tornAnswer() throws IOException {
        String whole = wholeAnswer();
        String head = "@@ boot-id-last 0 37\n";
        int last = whole.lastIndexOf(head) + head.length();
        return whole.substring(0, last) + "0000" + whole.substring(last + 4);
    }

    @Test
    void aNodeWhoseSudoAsksForAPasswordHasRefusedAndIsNotJudged() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        String said = "sudo: a password is required\n";
        String refusing = wholeAnswer()
                .replaceFirst("@@ product-uuid 0 [0-9]+\n[^\n]*\n", "@@ product-uuid 1 " + said.length() + "\n" + said);
        try (TestServer server = new TestServer(other, line -> Play.out(refusing));
                ScannedFleet fleet = new ScannedFleet(folder, ScannedFleet.whole(0))) {
            SshTarget way = server.target(ScannedFleet.ref(0));
            fleet.way(0, way);

            DriftReport report = fleet.check();

            assertThat(report.unread().words()).isEqualTo("1 refused (1 sudo requires a password)");
            assertThat(report.matching() + report.drifted() + report.broken()).isZero();
            assertThat(fleet.answer(0).said()).endsWith("sudo: a password is required");
            assertThat(fleet.answer(0).next()).isEqualTo("let " + way.user() + " use sudo without a password there");
        }
    }

    @Test
    void aHostThatNobodyKnowsIsRefusedAndIsNotSpokenTo() throws Exception {
        try (ScannedFleet fleet = new ScannedFleet(folder, ScannedFleet.whole(0))) {
            Path none = Files.createFile(folder.resolve("none"));
            fleet.way(0, fleet.to(fleet.server().port("gpu-000"), none));

            assertThat(fleet.check().unread().words()).isEqualTo("1 refused (1 host key is not the known one)");
            assertThat(fleet.probes(0)).isZero();
        }
    }

    @Test
    void believesNothingOfANodeThatRebootedUnderTheProbe() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        String torn = tornAnswer();
        try (TestServer server = new TestServer(other, line -> Play.out(torn));
                ScannedFleet fleet = new ScannedFleet(folder, ScannedFleet.whole(0))) {
            fleet.way(0, server.target(ScannedFleet.ref(0)));

            DriftReport report = fleet.check();

            assertThat(report.unread().counts()).isEqualTo(Map.of(Kind.REBOOTED, 1));
            assertThat(report.answered()).isEqualTo(1);
            assertThat(report.matching() + report.drifted() + report.broken()).isZero();
            assertThat(fleet.answer(0).said()).contains("boot_id").contains("0000");
        }
    }

    @Test
    void aMachineThatAnswersUnderTwoNamesCountsUnderNeither() {
        try (ScannedFleet fleet =
                new ScannedFleet(folder, ScannedFleet.whole(0), ScannedFleet.whole(1), ScannedFleet.whole(2))) {
            fleet.way(1, fleet.to(fleet.server().port("gpu-000"), fleet.server().knownHosts()));

            DriftReport report = fleet.check();

            assertThat(report.answered()).isEqualTo(3);
            assertThat(report.unread().counts()).isEqualTo(Map.of(Kind.TWICE, 2));
            assertThat(report.unread().first())
                    .extracting(MemberAnswer::said)
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .startsWith("gpu-000 shows the product UUID")
                                    .endsWith("of gpu-001"),
                            second -> assertThat(second).endsWith("of gpu-000"));
        }
    }

    @Test
    void aWorkerThatDiesTakesNoAnswerWithItAndTheNextAsksOnlyTheOthers() throws Exception {
        try (ServerSocket silent = silent();
                ScannedFleet fleet =
                        new ScannedFleet(folder, ScannedFleet.whole(0), ScannedFleet.whole(1), ScannedFleet.whole(2))) {
            SshTarget way =
                    fleet.to(fleet.server().port("gpu-001"), fleet.server().knownHosts());
            fleet.way(1, fleet.to(silent.getLocalPort(), fleet.server().knownHosts()));
            FleetDrift killed = fleet.worker(dying(fleet));
            killed.begin(ScannedFleet.REPORT, ScannedFleet.FLEET);

            assertThatThrownBy(() -> killed.scan(ScannedFleet.REPORT, ScannedFleet.FLEET, 0, 3))
                    .hasMessage("the worker died");
            assertThat(fleet.ledger.fleetScans().progress(ScannedFleet.REPORT))
                    .contains(new FleetScans.Progress(3, 2, 2));

            fleet.way(1, way);
            int facts = fleet.worker(OneNode.CLOCK).scan(ScannedFleet.REPORT, ScannedFleet.FLEET, 0, 3);

            assertThat(facts).isEqualTo(3);
            assertThat(fleet.probes(0)).isEqualTo(1);
            assertThat(fleet.probes(1)).isEqualTo(1);
            assertThat(fleet.probes(2)).isEqualTo(1);
        }
    }

    @Test
    void aMemberThatCameLaterIsNamedAndNotLeftOut() {
        try (ScannedFleet fleet = new ScannedFleet(folder, ScannedFleet.whole(0), ScannedFleet.whole(1))) {
            FleetDrift drift = fleet.worker(OneNode.CLOCK);
            drift.begin(ScannedFleet.REPORT, ScannedFleet.FLEET);
            drift.scan(ScannedFleet.REPORT, ScannedFleet.FLEET, 0, 1);

            assertThat(drift.finish(ScannedFleet.REPORT, ScannedFleet.FLEET)
                            .unread()
                            .counts())
                    .isEqualTo(Map.of(Kind.NOT_ASKED, 1));
        }
    }

    /** The worker dies as soon as both nodes that answer are in the ledger. */
    private static ActivityClock dying(ScannedFleet fleet) {
        return TestClock.running(1).onHeartbeat(detail -> {
            if (fleet.ledger.fleetScans().answers(ScannedFleet.REPORT).size() == 2) {
                throw new IllegalStateException("the worker died");
            }
        });
    }
}
