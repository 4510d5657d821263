package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms in which people paste what kubectl said of nodes, of releases old and new. */
class KubectlFormsTest {
    private static ToolReport<?> parse(String text) {
        return ToolParsers.parse("kubectl", text.getBytes(UTF_8), OptionalInt.empty());
    }

    private static ToolReport<?> whole(String text) {
        return ToolParsers.parse("kubectl", text.getBytes(UTF_8), OptionalInt.of(0));
    }

    private static String sample(String name) {
        return new String(Expectations.bytes("kubectl", name), UTF_8);
    }

    /** The table announces nothing and has no end; the exit status says that it is whole. */
    @ParameterizedTest
    @ValueSource(strings = {"get-nodes-ready.txt", "get-nodes-wide-ready.txt", "describe-node-ready.txt"})
    void passesOnlyWithTheExitStatus(String name) {
        assertThat(parse(sample(name)).verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(whole(sample(name)).verdict()).contains(ToolVerdict.PASS);
    }

    @Test
    void readsWideTablesWhoseCellsHoldBlanks() {
        ToolReport<?> parsed = whole("""
                NAME      STATUS     ROLES           AGE    VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE             KERNEL-VERSION      CONTAINER-RUNTIME
                cp-1      Ready      control-plane   211d   v1.31.4   10.0.0.2      <none>        Ubuntu 24.04.2 LTS   6.8.0-60-generic    containerd://1.7.27
                gpu-041   NotReady   <none>          211d   v1.31.4   10.0.0.41     <none>        Ubuntu 24.04.2 LTS   6.8.0-60-generic    containerd://1.7.27
                """);

        assertThat(parsed.facts().at("/nodes/1/os-image").asText()).isEqualTo("Ubuntu 24.04.2 LTS");
        assertThat(parsed.facts().at("/nodes/1/container-runtime").asText()).isEqualTo("containerd://1.7.27");
        assertThat(parsed.facts().at("/nodes/0/roles").asText()).isEqualTo("control-plane");
        assertThat(parsed.reasons()).containsExactly("gpu-041 is not ready");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
    }

    @Test
    void readsARowThatGrepLeft() {
        ToolReport<?> parsed = parse("gpu-041   NotReady,SchedulingDisabled   <none>   211d   v1.31.4\n");

        assertThat(parsed.facts().at("/nodes/0/ready").asText()).isEqualTo("false");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
    }

    /** Words that stand in no condition: what kubectl makes of a node that never reported. */
    @Test
    void aNodeWithoutTheConditionReadyIsNotKnown() {
        assertThat(whole("NAME   STATUS    ROLES    AGE   VERSION\nn1     Unknown   <none>   1s    v1.31.4\n")
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
    }

    @Test
    void aTableOfOtherThingsIsNoTableOfNodes() {
        ToolReport<?> parsed =
                whole("NAME    READY   STATUS    RESTARTS   AGE\nweb-1   1/1     Running   0          2d\n");

        assertThat(parsed.format()).isEqualTo("unknown");
        assertThat(parsed.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parsed.unparsed()).hasSize(2);
    }

    /** The headers are those of kubectl 1.26 to 1.34 and of NVIDIA's operators. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "NAME      MIN AVAILABLE   MAX UNAVAILABLE   ALLOWED DISRUPTIONS   AGE\nweb-pdb   1   N/A   0   5d",
                "NAME          STATUS   AGE\nkube-system   Active   211d",
                "NAME             STATUS   AGE\ncluster-policy   ready    2026-01-01T00:00:00Z",
                "NAME   STATUS     COMPLETIONS   DURATION   AGE\nsmoke   Complete   1/1           5s         2d",
                "NAME       HOLDER     AGE\ngpu-001    gpu-001    211d",
                "NAME   DATA   AGE\nkube-root-ca.crt   1   211d",
                "NAME   DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR   AGE\ndcgm   8   8   8   8   8   <none>   2d",
                "NAMESPACE   NAME   READY   STATUS   RESTARTS   AGE\nml   web-1   1/1   Running   0   2d",
                "NAME                 STATUS    MESSAGE   ERROR\ncontroller-manager   Healthy   ok        ",
                "NAME       CPU(cores)   CPU(%)   MEMORY(bytes)   MEMORY(%)\ngpu-001    1834m        1%       88213Mi         4%",
                "NAME                 CREATED AT\nclusterpolicies.nvidia.com   2026-01-01T00:00:00Z",
                "web-1   Ready   0   2d   10.0.0.1"
            })
    void aTableOfAnotherKindHasNoNodes(String table) {
        ToolReport<?> parsed = whole(table + "\n");

        assertThat(parsed.facts().has("nodes")).isFalse();
        assertThat(parsed.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parsed.unparsed()).hasSize((int) table.lines().count());
    }

    @Test
    void nodesAmongOtherKindsAreRead() {
        ToolReport<?> parsed = whole("""
                NAME           STATUS   ROLES    AGE    VERSION
                node/gpu-001   Ready    <none>   211d   v1.31.4

                NAME        READY   STATUS    RESTARTS   AGE
                pod/web-1   1/1     Running   0          2d
                """);

        assertThat(parsed.facts().path("nodes")).hasSize(1);
        assertThat(parsed.facts().at("/nodes/0/name").asText()).isEqualTo("gpu-001");
        assertThat(parsed.unparsed()).hasSize(2);
    }

    /** A pod has conditions too, and one of them is Ready. */
    @Test
    void theDescriptionOfAPodIsNoNode() {
        ToolReport<?> parsed = whole("""
                Name:             web-1
                Namespace:        ml
                Priority:         0
                Node:             gpu-001/10.0.0.41
                Labels:           app=web
                Status:           Running
                Conditions:
                  Type              Status
                  Ready             True
                Events:            <none>
                """);

        assertThat(parsed.facts().has("nodes")).isFalse();
        assertThat(parsed.format()).isEqualTo("unknown");
        assertThat(parsed.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parsed.unparsed()).hasSize(10);
    }

    @Test
    void aTableWithoutANodeIsNoGoodTable() {
        assertThat(whole("NAME   STATUS   ROLES   AGE   VERSION\n").verdict()).contains(ToolVerdict.UNKNOWN);
    }

    /** What a good node shows is asked for, one by one, also where kubectl ended well. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "  Ready ",
                "  MemoryPressure ",
                "  DiskPressure ",
                "  PIDPressure ",
                "Unschedulable:",
                "Events:",
                "Non-terminated Pods:",
                "  ml                          train-9sss2 "
            })
    void aDescriptionThatLacksALineDoesNotPass(String start) {
        String cut = String.join(
                "\n",
                sample("describe-node-ready.txt")
                        .lines()
                        .filter(line -> !line.startsWith(start))
                        .toList());

        assertThat(whole(cut).verdict()).contains(ToolVerdict.UNKNOWN);
    }

    @Test
    void readsTheConditionsAlone() {
        ToolReport<?> parsed = whole("""
                Conditions:
                  Type             Status  LastHeartbeatTime                 LastTransitionTime                Reason           Message
                  ----             ------  -----------------                 ------------------                ------           -------
                  Ready            False   Tue, 24 Nov 2026 02:31:00 +0000   Tue, 24 Nov 2026 02:31:00 +0000   KubeletNotReady  container runtime network not ready: cni plugin not initialized
                """);

        assertThat(parsed.facts().at("/nodes/0/conditions/Ready/reason").asText())
                .isEqualTo("KubeletNotReady");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.reasons()).anyMatch(reason -> reason.contains("cni plugin not initialized"));
    }

    /** Lines below a section with a value behind its name. */
    @ParameterizedTest
    @ValueSource(strings = {"Capacity:", "Conditions:"})
    void linesBelowAValueAreNotUnderstood(String section) {
        String odd = sample("describe-node-ready.txt").replace(section + "\n", section + " 8\n");

        assertThat(whole(odd).verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(whole(odd).unparsed()).isNotEmpty();
    }

    @Test
    void anEventThatWarnsIsNamed() {
        String warned = sample("describe-node-ready.txt")
                + "  Warning  Rebooted  2m  kubelet  Node gpu-001 has been rebooted, boot id: 1f2e\n";

        assertThat(whole(warned).verdict()).contains(ToolVerdict.WARN);
        assertThat(whole(warned).reasons()).contains("Rebooted: Node gpu-001 has been rebooted, boot id: 1f2e");
    }

    /** kubectl 1.10 wrote the names in quotes. */
    @Test
    void readsTheWordsOfOldReleases() {
        ToolReport<?> parsed = parse("""
                node "gpu-041" cordoned
                WARNING: Ignoring DaemonSet-managed pods: calico-node-vhshm; Deleting pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet: kube-proxy-1
                evicting pod "web-1"
                pod "web-1" evicted
                node "gpu-041" drained
                """);

        assertThat(parsed.verdict()).contains(ToolVerdict.PASS);
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void anEvictionThatWasTriedAgainIsNoFailure() {
        ToolReport<?> parsed = parse("""
                node/gpu-041 cordoned
                evicting pod ml/web-1
                error when evicting pods/"web-1" -n "ml" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.
                evicting pod ml/web-1
                pod/web-1 evicted
                node/gpu-041 drained
                """);

        assertThat(parsed.verdict()).contains(ToolVerdict.PASS);
        assertThat(parsed.facts().at("/drain/retries/web-1").asInt()).isEqualTo(1);
    }

    @Test
    void oneOfTwoNodesThatIsNotDrainedBarsThePass() {
        assertThat(parse("node/gpu-1 cordoned\nnode/gpu-2 cordoned\nnode/gpu-1 drained\n")
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
        assertThat(parse("node/gpu-1 cordoned (dry run)\nnode/gpu-1 drained (dry run)\n")
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "error when waiting for pod \"web-1\" in namespace \"ml\" to terminate: global timeout reached: 6m0s; stuck",
                "error when waiting for pod \"web-1\" terminating: global timeout reached: 6m0s; stuck",
                "error: unable to cordon node \"gpu-1\": nodes \"gpu-1\" is forbidden; ",
                "cannot delete Pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet (use --force to override): ml/a; refused"
            })
    void everyErrorOfADrainFailsIt(String line, String key) {
        ToolReport<?> parsed = parse("node/gpu-1 cordoned\n" + line + "\n");

        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.unparsed()).isEmpty();
        if (key != null) {
            assertThat(parsed.facts().path("drain").has(key)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Error from server (Forbidden): nodes is forbidden: User \"x\" cannot list resource \"nodes\"; forbidden",
                "error: You must be logged in to the server (Unauthorized); unauthorized",
                "Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout; server",
                "Error from server: etcdserver: request timed out; server"
            })
    void whatTheServerRefusesSaysNothingOfANode(String line, String error) {
        ToolReport<?> parsed = parse(line + "\n");

        assertThat(parsed.verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(parsed.facts().path("error").asText()).isEqualTo(error);
    }

    /** The type of a condition is Ready on a node that is not. */
    @Test
    void aColumnOfAnotherSourceThatIsNamedStatusIsNoState() {
        ToolReport<?> parsed = whole("NAME      STATUS\ngpu-001   Ready\n");

        assertThat(parsed.verdict()).isEmpty();
        assertThat(parsed.facts().at("/nodes/0").has("ready")).isFalse();
    }

    @Test
    void oneLineEndsTheEvictionOfOnePod() {
        assertThat(whole("""
                        node/gpu-1 cordoned
                        evicting pod a/web-0
                        evicting pod b/web-0
                        pod/web-0 evicted
                        node/gpu-1 drained
                        """).verdict()).isNotEqualTo(Optional.of(ToolVerdict.PASS));
    }
}
