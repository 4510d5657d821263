package dev.slipway.simulator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.simulator.tools.Toolbox;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetObserverTest {
    private static final String INSTALL = "apt-get -qy --allow-change-held-packages install libnccl2";

    /** What happens to the node before its tests, between two of them, and after the last one. */
    private Consumer<SimulatedNode> before = node -> {};

    private Consumer<SimulatedNode> between = node -> {};
    private Consumer<SimulatedNode> after = node -> {};

    @TempDir
    private Path folder;

    private SimulatedFleet fleet() {
        return SimulatedFleet.start(
                FleetPlan.whole(1, 3)
                        .timeFactor(10_000)
                        .changing("gpu-001", n -> n.with(new Condition.Runs(SoftwareSet.previous())))
                        .changing("gpu-002", n -> n.serving(2)),
                folder);
    }

    private static void cordon(SimulatedFleet fleet, String node, boolean out)
            throws IOException, InterruptedException {
        String patch = "{\"metadata\":{\"annotations\":{\"slipway.dev/owner\":\"t1\"}},\"spec\":{\"unschedulable\":"
                + out + "}}";
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(fleet.kubernetes().url() + "/api/v1/nodes/" + node))
                .header("Authorization", "Bearer " + fleet.kubernetes().token())
                .header("Content-Type", "application/merge-patch+json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(patch))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void findsNothingWrongWithWorkOnACordonedEmptyNode() throws Exception {
        try (SimulatedFleet fleet = fleet()) {
            FleetObserver observer = new FleetObserver(fleet);
            cordon(fleet, "gpu-001", true);
            Toolbox shell = new Toolbox(fleet.node("gpu-001"));
            shell.run(INSTALL, true);
            shell.run("dcgmi diag -r 3 -j", true);
            shell.run("all_reduce_perf -b 8 -e 8G -f 2 -g 8", true);
            cordon(fleet, "gpu-001", false);

            Observation seen = observer.observe();

            assertThat(seen.violations(Expectations.atMostOut(1)
                            .ofRack("a", 1)
                            .node("gpu-003", Wanted.untouched(false))
                            .node("gpu-001", Wanted.untouched(false).atMost(0, 1))))
                    .isEmpty();
            assertThat(seen.mostOut()).isEqualTo(1);
        }
    }

    @Test
    void tellsOfWorkOnANodeThatIsNotCordonedOrNotEmpty() {
        try (SimulatedFleet fleet = fleet()) {
            FleetObserver observer = new FleetObserver(fleet);
            SimulatedNode serving = fleet.node("gpu-002");

            serving.clock().run(() -> serving.power().reboot());

            List<String> violations = observer.observe().violations(Expectations.atMostOut(1));
            assertThat(violations)
                    .anyMatch(v -> v.contains("REBOOT_STARTED") && v.contains("not cordoned"))
                    .anyMatch(v -> v.contains("not empty: pods [ml/serve-gpu-002]"));
        }
    }

    @Test
    void i1_tellsOfANodeThatIsMadeSchedulableWithoutProofAfterItsLastChange() throws Exception {
        try (SimulatedFleet fleet = fleet()) {
            FleetObserver observer = new FleetObserver(fleet);
            cordon(fleet, "gpu-001", true);
            Toolbox shell = new Toolbox(fleet.node("gpu-001"));
            shell.run("dcgmi diag -r 3 -j", true);
            shell.run("all_reduce_perf -b 8 -e 8G -f 2 -g 8", true);
            shell.run(INSTALL, true);
            shell.run("all_reduce_perf -b 8 -e 8G -f 2 -g 8", true);
            cordon(fleet, "gpu-001", false);

            assertThat(observer.observe().violations(Expectations.atMostOut(1)))
                    .anyMatch(v ->
                            v.contains("gpu-001 was made schedulable without [dcgmi diag -r 3] since TRANSACTION"));
        }
    }

    /** What the observer finds of a node that is cordoned, tested and returned, with what happens on the way. */
    private List<String> returned() throws Exception {
        try (SimulatedFleet fleet = fleet()) {
            FleetObserver observer = new FleetObserver(fleet);
            SimulatedNode node = fleet.node("gpu-001");
            Toolbox shell = new Toolbox(node);
            cordon(fleet, "gpu-001", true);
            before.accept(node);
            shell.run("dcgmi diag -r 3 -j", true);
            between.accept(node);
            shell.run("dcgmi diag -r 3 -j", true);
            shell.run("all_reduce_perf -b 8 -e 8G -f 2 -g 8", true);
            after.accept(node);
            cordon(fleet, "gpu-001", false);
            return observer.observe().unproven();
        }
    }

    private static void become(SimulatedNode node, Condition condition) {
        node.clock().run(() -> node.become(condition));
    }

    /** Down and up again by accident; or, where {@code reboot}, by an orderly reboot that somebody asked for. */
    private static void boot(SimulatedNode node, boolean reboot) {
        CountDownLatch up = new CountDownLatch(1);
        node.listen(new NodeListener() {
            @Override
            public void up(SimulatedNode booted) {
                up.countDown();
            }
        });
        node.clock().run(() -> {
            if (reboot) {
                node.power().reboot();
            } else {
                node.power().cycle();
            }
        });
        try {
            assertThat(up.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void i1_tellsOfANodeThatWentDownUnderItsTestsAndWasReturned() throws Exception {
        between = node -> boot(node, false);
        assertThat(returned())
                .singleElement()
                .asString()
                .contains("although it went down (power) after dcgmi diag -r 3");
    }

    @Test
    void i1_findsNothingWrongWhereSomethingWasDoneAboutACrashUnderTest() throws Exception {
        between = node -> {
            boot(node, false);
            boot(node, true);
        };
        assertThat(returned()).isEmpty();
    }

    @Test
    void i1_findsNothingWrongWithACrashBeforeTheTests() throws Exception {
        before = node -> boot(node, false);
        assertThat(returned()).isEmpty();
    }

    @Test
    void i1_tellsOfAnXidThatCameAfterTheLastTest() throws Exception {
        after = node -> become(node, new Condition.Xid(95, 2));
        assertThat(returned()).containsExactly("gpu-001 was made schedulable after XID 95 that nothing ended");
    }

    @Test
    void i1_tellsOfAnXidThoughTheClockOfItsNodeIsOffAndItsJournalEmpty() throws Exception {
        between = node -> {
            node.clock().run(() -> node.log().clockAhead(Duration.ofHours(-2)));
            become(node, new Condition.Xid(48, 2));
            become(node, new Condition.JournalVacuumed(Duration.ZERO));
        };
        assertThat(returned()).containsExactly("gpu-001 was made schedulable after XID 48 that nothing ended");
    }

    @Test
    void i1_findsNothingWrongWithAnXidThatABootEndedOrThatAProgramCaused() throws Exception {
        before = node -> {
            become(node, new Condition.Xid(95, 2));
            boot(node, true);
        };
        after = node -> become(node, new Condition.Xid(31, 2));
        assertThat(returned()).isEmpty();
    }

    @Test
    void i1_findsNothingWrongWhereANodeInServiceIsCalledSchedulableOnceMore() throws Exception {
        try (SimulatedFleet fleet = fleet()) {
            FleetObserver observer = new FleetObserver(fleet);
            become(fleet.node("gpu-003"), new Condition.ForeignProcess(77, "all_reduce_perf", 3));
            boot(fleet.node("gpu-003"), false);
            cordon(fleet, "gpu-003", false);

            assertThat(observer.observe().unproven()).isEmpty();
        }
    }

    @Test
    void i1_tellsOfAProcessOnAGpuOfANodeThatIsReturned() throws Exception {
        after = node -> become(node, new Condition.ForeignProcess(77, "all_reduce_perf", 3));
        assertThat(returned())
                .containsExactly("gpu-001 was made schedulable while [all_reduce_perf] computed on its GPUs");
    }

    @Test
    void i1_findsNothingWrongWithMpsOnAGpuOfANodeThatIsReturned() throws Exception {
        after = node -> become(node, new Condition.MpsRuns("foreign"));
        assertThat(returned()).isEmpty();
    }

    @Test
    void countsTheNodesThatAreOutAtOnce() throws Exception {
        try (SimulatedFleet fleet = fleet()) {
            FleetObserver observer = new FleetObserver(fleet);
            cordon(fleet, "gpu-001", true);
            cordon(fleet, "gpu-003", true);
            cordon(fleet, "gpu-001", false);
            cordon(fleet, "gpu-002", true);

            Observation seen = observer.observe();

            assertThat(seen.mostOut()).isEqualTo(2);
            assertThat(seen.mostOutOfRack()).containsEntry("a", 2);
            assertThat(seen.violations(Expectations.atMostOut(1)))
                    .containsExactly("2 nodes were out at once, at most 1 may be");
        }
    }

    @Test
    void tellsHowANodeDiffersFromWhatWasPromised() {
        try (SimulatedFleet fleet = fleet()) {
            Observation seen = new FleetObserver(fleet).observe();

            assertThat(seen.violations(Expectations.atMostOut(0).node("gpu-001", Wanted.whole(SoftwareSet.pinned()))))
                    .contains("gpu-001 has driver 570.124.06 in its kernel, not 570.133.20")
                    .contains("gpu-001 has libnccl2 2.26.2-1+cuda12.8, not 2.27.3-1+cuda12.9");
            assertThat(seen.violations(Expectations.atMostOut(0).node("gpu-003", Wanted.whole(SoftwareSet.pinned()))))
                    .isEmpty();
        }
    }
}
