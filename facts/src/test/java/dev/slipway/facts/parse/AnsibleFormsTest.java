package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.schedulers.AnsibleEvents;
import dev.slipway.facts.schedulers.AnsibleHost;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a play took back, what it left out, and the forms that Ansible prints besides its usual one. */
class AnsibleFormsTest {
    private static final String PLAY =
            "PLAY [all] ****\n\nTASK [Gathering Facts] ****\nok: [gpu01]\nok: [gpu02]\n\nTASK [driver] ****\n";
    private static final String SUMS = "\nPLAY RECAP ****\n"
            + "gpu01 : ok=2    changed=1    unreachable=0    failed=0    skipped=0    rescued=%s    ignored=%s\n";
    private static final String GPU02 =
            "gpu02 : ok=2    changed=1    unreachable=0    failed=0    skipped=0    rescued=0    ignored=0\n";
    private static final String FATAL = "fatal: [gpu01]: FAILED! => {\"changed\": false, \"msg\": \"no\"}\n";

    private static ToolReport<?> parse(String text) {
        return ToolParsers.parse("ansible", text.getBytes(UTF_8), OptionalInt.empty());
    }

    @Test
    void passesAPlayWhoseRecapHasEveryHost() {
        String done = PLAY + "changed: [gpu01]\nchanged: [gpu02]\n";

        assertThat(parse(done + SUMS.formatted(0, 0) + GPU02).verdict()).contains(ToolVerdict.PASS);
        assertThat(parse(done + SUMS.formatted(0, 0)).verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parse(done).verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parse(done + SUMS.formatted(0, 0) + GPU02 + PLAY).verdict()).contains(ToolVerdict.UNKNOWN);
    }

    @Test
    void aFailureThatWasTakenBackIsNoneAndIsTold() {
        ToolReport<?> ignored = parse(PLAY + FATAL + "...ignoring\nchanged: [gpu02]\n" + SUMS.formatted(0, 1) + GPU02);
        ToolReport<?> rescued =
                parse(PLAY + FATAL + "\nTASK [undo] ****\nok: [gpu01]\n" + SUMS.formatted(1, 0) + GPU02);

        assertThat(ignored.verdict()).contains(ToolVerdict.WARN);
        assertThat(ignored.facts().at("/takenBack/gpu01").asText()).isEqualTo("ignored");
        assertThat(rescued.verdict()).contains(ToolVerdict.WARN);
        assertThat(rescued.reasons()).anyMatch(r -> r.contains("gpu01") && r.contains("rescued"));
        assertThat(parse(PLAY + FATAL).verdict()).contains(ToolVerdict.FAIL);
        assertThat(parse(PLAY + FATAL + SUMS.formatted(0, 0) + GPU02).verdict()).contains(ToolVerdict.FAIL);
    }

    @Test
    void aFailedTaskOfNewReleasesIsNoRunThatDidNotBegin() {
        String said = "[ERROR]: Task failed: Module failed: no\nOrigin: /p.yml:3:7\n";
        ToolReport<?> parsed = parse(PLAY + said + FATAL + "...ignoring\n" + SUMS.formatted(0, 1) + GPU02);

        assertThat(parsed.verdict()).contains(ToolVerdict.WARN);
        assertThat(parsed.facts().has("ran")).isFalse();
    }

    @Test
    void readsTheOneLineFormAndTheMessageOfEachHost() {
        ToolReport<?> parsed = parse("gpu01 | CHANGED | rc=0 | (stdout) 570.133.20\n"
                + "gpu02 | UNREACHABLE! => {\"changed\": false, \"msg\": \"ssh: connect\", \"unreachable\": true}\n"
                + "gpu03 | FAILED | rc=9 | (stdout) Failed to initialize NVML\n");

        assertThat(parsed.facts().path("results")).hasSize(3);
        assertThat(parsed.facts().at("/results/1/message").asText()).isEqualTo("ssh: connect");
        assertThat(parsed.facts().at("/results/2/rc").asInt()).isEqualTo(9);
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
    }

    @Test
    void readsTheDocumentOfTheJsonCallback() {
        String json =
                "{\"custom_stats\": {}, \"plays\": [{\"play\": {\"name\": \"x\"}, \"tasks\": [{\"hosts\": {\"gpu01\": "
                        + "{\"changed\": true}}, \"task\": {\"name\": \"t\"}}]}],\n\"stats\": {%s}\n}\n";
        String sums = "\"gpu01\": {\"changed\": 1, \"failures\": %s, \"ignored\": 0, \"ok\": 1, \"rescued\": 0,"
                + " \"skipped\": 0, \"unreachable\": %s}";

        assertThat(parse(json.formatted(sums.formatted(0, 0))).verdict()).contains(ToolVerdict.PASS);
        assertThat(parse(json.formatted(sums.formatted(1, 0))).verdict()).contains(ToolVerdict.FAIL);
        assertThat(parse(json.formatted(sums.formatted(0, 1))).verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(parse(json.formatted("")).verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parse(json.formatted(sums.formatted(0, 0)).substring(0, 120)).verdict())
                .contains(ToolVerdict.UNKNOWN);
        ToolReport<?> warned = parse("[WARNING]: x\n" + json.formatted(sums.formatted(0, 0)));
        assertThat(warned.unparsed()).hasSize(1);
        assertThat(warned.verdict()).contains(ToolVerdict.PASS);
    }

    /** ansible.posix.jsonl: a failure that no sum takes back, and a play that was for nobody. */
    @Test
    void weighsEachFailureOfTheEvents() {
        String task =
                "{\"_event\":\"v2_runner_on_failed\",\"hosts\":{\"n1\":{\"msg\":\"broken\"}},\"task\":{\"name\":\"T\"}}\n";
        String sums = "{\"_event\":\"v2_playbook_on_stats\",\"stats\":{\"n1\":{\"ok\":1,\"failures\":0%s}}}\n";

        assertThat(parse(task + sums.formatted("")).verdict()).contains(ToolVerdict.FAIL);
        assertThat(parse(task + sums.formatted(",\"ignored\":1")).verdict()).contains(ToolVerdict.WARN);
        assertThat(parse("PLAY [all] ****\nskipping: no hosts matched\n\nPLAY RECAP ****\n")
                        .reasons()
                        .getFirst())
                .contains("no hosts matched");
    }

    /** The adapter takes the report of one node out of the events of a fleet. */
    @Test
    void aReportIsOfOneHost() {
        String events = """
                {"_event":"v2_playbook_on_task_start","task":{"name":"T"}}
                {"_event":"v2_runner_on_ok","hosts":{"n1":{"changed":true,"diff":{"after":"x"}}},"task":{"name":"T"}}
                {"_event":"v2_runner_on_unreachable","hosts":{"n2":{"msg":"refused"}},"task":{"name":"T"}}
                {"_event":"v2_playbook_on_stats","stats":{"n1":{"ok":1,"changed":1},"n2":{"unreachable":1}}}
                """;
        Output output = Output.of(events.getBytes(UTF_8), OptionalInt.of(0));
        AnsibleEvents one = AnsibleEvents.of(output, "n1");
        AnsibleEvents two = AnsibleEvents.of(output, "n2");
        AnsibleEvents none = AnsibleEvents.of(output, "n3");

        assertThat(one.report().verdict()).contains(ToolVerdict.PASS);
        assertThat(one.report().value().known()).isTrue();
        assertThat(one.host().changes()).containsEntry("T", List.of("+ x"));
        assertThat(two.report().verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(two.host().unreachable()).contains("refused");
        assertThat(none.report().value().known()).isFalse();
        assertThat(none.host().counts()).contains(AnsibleHost.Counts.NONE);
    }
}
