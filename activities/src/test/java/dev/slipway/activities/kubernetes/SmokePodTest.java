package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.NodeScheduler.Smoked;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.Verdict;
import dev.slipway.simulator.kubernetes.AuditEntry;
import dev.slipway.simulator.kubernetes.FleetPart;
import dev.slipway.simulator.kubernetes.PodOnNode;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.spec.Fault;
import dev.slipway.simulator.kubernetes.spec.KubeletReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** G10 on Kubernetes: a verdict only where the kubelet gave one, and no pod left behind. */
class SmokePodTest {
    private static final Act ACT = NodesOnTrial.act("8f14e45f-ceea-467f-9c3b-0e7a1c2d3e4f");
    private static final SmokeJob JOB =
            new SmokeJob("registry.example/smoke:1", List.of("run"), "default", Duration.ofSeconds(20), 8);
    private static final String PODS = "/api/v1/namespaces/default/pods.*";

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final NodesOnTrial trial = new NodesOnTrial(cluster);
    private Consumer<PodOnNode> plays = pod -> server().podExits(pod, 0, "all GPUs computed");

    @BeforeEach
    void cordoned() {
        cluster.node("gpu-001", Map.of());
        server().attach(new FleetPart() {
            @Override
            public void podStarted(PodOnNode pod) {
                plays.accept(pod);
            }

            @Override
            public void podEnded(PodOnNode pod) {}
        });
        trial.nodes.cordon(ACT, false);
    }

    @AfterEach
    void close() {
        trial.close();
        cluster.close();
    }

    private SimulatedKubernetes server() {
        return cluster.server;
    }

    private Smoked smoke() {
        return trial.nodes.smoke(ACT, JOB);
    }

    private static SmokeJob within(Duration time) {
        return new SmokeJob(JOB.image(), JOB.command(), JOB.namespace(), time, JOB.gpus());
    }

    private Verdict verdict(SmokeJob job, String... told) {
        Smoked smoked = trial.nodes.smoke(ACT, job);
        assertThat(smoked.result().detail()).contains(told);
        return smoked.result().verdict();
    }

    private long made() {
        return server().auditLog().stream()
                .filter(entry -> entry.verb().equals("create") && entry.path().endsWith("/pods"))
                .filter(entry -> entry.code() == 201)
                .count();
    }

    private void nothingIsLeft() {
        assertThat(cluster.podsOn("gpu-001")).isEmpty();
    }

    @Test
    void aJobThatEndsWellPassesItsWordsAreKeptAndItsPodIsGone() {
        Smoked smoked = smoke();

        assertThat(smoked.result().gate()).isEqualTo("G10");
        assertThat(smoked.result().verdict()).isEqualTo(Verdict.PASS);
        assertThat(smoked.output()).contains("all GPUs computed");
        nothingIsLeft();
    }

    @Test
    void thePodIsBoundToTheCordonedNodeWithEveryGpuAndCarriesTheRun() {
        smoke();

        String body = server().auditLog().stream()
                .filter(entry -> entry.verb().equals("create"))
                .map(AuditEntry::body)
                .findFirst()
                .orElseThrow();
        assertThat(body)
                .contains("\"nodeName\":\"gpu-001\"", "\"restartPolicy\":\"Never\"", "slipway.dev/run", ACT.token())
                .contains(
                        "node.kubernetes.io/unschedulable", "\"nvidia.com/gpu\":\"8\"", "\"activeDeadlineSeconds\":20");
    }

    @Test
    void aJobThatFailsIsAVerdictOnTheNode() {
        plays = pod -> server().podExits(pod, 3, "CUDA error 802");

        assertThat(verdict(JOB, "exit 3")).isEqualTo(Verdict.FAIL);
        nothingIsLeft();
    }

    @Test
    void whoAsksAgainJoinsThePodThatIsThere() {
        cluster.client().resource(SmokeManifest.of(ACT, JOB)).create();
        long before = made();

        assertThat(smoke().result().verdict()).isEqualTo(Verdict.PASS);
        assertThat(made()).isEqualTo(before);
        nothingIsLeft();
    }

    @Test
    void aCreationWhoseAnswerWasAConflictIsLookedAtAgain() {
        server().faults().next(1, "create", PODS, Fault.status(409, "AlreadyExists", "pods \"x\" already exists"));

        assertThat(smoke().result().verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void aStrangersPodOfTheSameNameIsLeftAlone() {
        cluster.client()
                .resource(SmokeManifest.of(NodesOnTrial.act("somebody"), JOB)
                        .edit()
                        .editMetadata()
                        .withName(SmokeManifest.name(ACT))
                        .endMetadata()
                        .build())
                .create();

        assertThat(verdict(JOB, "somebody else's pod")).isEqualTo(Verdict.INFRASTRUCTURE);
        assertThat(cluster.podsOn("gpu-001")).hasSize(1);
    }

    @Test
    void aRightThatIsMissingIsNoVerdict() {
        server().deny("create", "pods");

        assertThat(verdict(JOB, "403", "pods")).isEqualTo(Verdict.INFRASTRUCTURE);
    }

    @Test
    void aNamespaceThatIsMissingIsNoVerdict() {
        SmokeJob elsewhere = new SmokeJob(JOB.image(), List.of(), "nowhere", JOB.within(), 8);

        assertThat(verdict(elsewhere, "namespace nowhere")).isEqualTo(Verdict.INFRASTRUCTURE);
    }

    @Test
    void anImageThatCannotBePulledIsNoVerdict() {
        server().loseImage(JOB.image());

        assertThat(verdict(within(Duration.ofMillis(700)), "ImagePullBackOff")).isEqualTo(Verdict.INFRASTRUCTURE);
        nothingIsLeft();
    }

    @Test
    void aPodThatSomebodyDeletesIsNoVerdict() {
        plays = pod -> cluster.client()
                .pods()
                .inNamespace(pod.namespace())
                .withName(pod.name())
                .withGracePeriod(0)
                .delete();

        assertThat(verdict(JOB, "deleted by somebody else")).isEqualTo(Verdict.INFRASTRUCTURE);
    }

    @Test
    void aJobThatHangsOnAReadyNodeFails() {
        plays = pod -> {};

        assertThat(verdict(within(Duration.ofMillis(700)), "did not end")).isEqualTo(Verdict.FAIL);
        nothingIsLeft();
    }

    @Test
    void aNodeThatIsNotReadyIsNotJudgedByAJobThatHangs() {
        String boot = trial.nodes.registration(NodesOnTrial.NODE).orElseThrow().bootId();
        plays = pod -> server().kubeletReports(new KubeletReport("gpu-001", boot, false, 8));

        assertThat(verdict(within(Duration.ofSeconds(2)), "not Ready")).isEqualTo(Verdict.INFRASTRUCTURE);
    }

    @Test
    void aKubeletThatRefusesThePodIsNoVerdict() {
        SmokeJob greedy = new SmokeJob(JOB.image(), List.of(), "default", JOB.within(), 16);

        assertThat(verdict(greedy, "OutOfnvidia.com/gpu")).isEqualTo(Verdict.INFRASTRUCTURE);
        nothingIsLeft();
    }

    @Test
    void aDrainTakesTheSmokePodOfAnEarlierAttemptAway() {
        plays = pod -> {};
        cluster.client().resource(SmokeManifest.of(ACT, JOB)).create();

        trial.nodes.drain(ACT, NodesOnTrial.PATIENT);

        nothingIsLeft();
    }
}
