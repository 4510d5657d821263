package dev.slipway.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.slipway.frame.Partner;
import dev.slipway.frame.RunView;
import dev.slipway.frame.Runbook;
import dev.slipway.model.Who;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.node.NodeRef;
import dev.slipway.rollout.Capacity;
import dev.slipway.rollout.CapacityView;
import dev.slipway.rollout.Rollout;
import dev.slipway.rollout.Wave;
import dev.slipway.rollout.WaveResult;
import dev.slipway.verdict.ShareOfTheDay;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing that anybody can send to an open run fails its workflow task, and the run answers the right command
 * afterwards. Each run stands at its first activity, for which there is no worker.
 */
class EveryHandlerTest {
    private static final Who WHO = new Who("on-call", "looked at it");
    private static final WorkflowsAlone engine = new WorkflowsAlone();

    static List<Handlers> workflows() {
        return ShareOfTheDay.of(Handlers.all(), 0);
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void noSignalFailsAWorkflowTask(Handlers of) {
        for (String signal : of.signals()) {
            WorkflowStub run = engine.start(of);
            for (HostileInputs.Arguments sent : HostileInputs.forHandlers()) {
                run.signal(signal, sent.array());
            }
            engine.assertNoTaskFailed(run, of + " after signals " + signal);
            answers(of, run);
            engine.assertNoTaskFailed(run, of + " after its right command");
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void noUpdateFailsAWorkflowTaskAndEachIsRefusedWithASentence(Handlers of) {
        for (String update : of.updates()) {
            WorkflowStub run = engine.start(of);
            for (HostileInputs.Arguments sent : HostileInputs.forHandlers()) {
                assertThatThrownBy(() -> run.update(update, String.class, sent.array()))
                        .as(of + " " + update + " with " + sent.name())
                        .isInstanceOf(WorkflowUpdateException.class)
                        .rootCause()
                        .message()
                        .hasSizeLessThan(2_000)
                        .doesNotContain("NullPointerException", "Cannot invoke");
            }
            engine.assertNoTaskFailed(run, of + " after updates " + update);
            answers(of, run);
            engine.assertNoTaskFailed(run, of + " after its right command");
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void noQueryFailsAWorkflowTask(Handlers of) {
        for (String query : of.queries()) {
            WorkflowStub run = engine.start(of);
            for (HostileInputs.Arguments sent : HostileInputs.forHandlers()) {
                assertThat(run.query(query, Object.class, sent.array())).isNotNull();
            }
            engine.assertNoTaskFailed(run, of + " after queries " + query);
        }
    }

    private static void answers(Handlers of, WorkflowStub run) {
        if (Runbook.class.isAssignableFrom(of.type())) {
            assertThat(run.update("abort", String.class, WHO)).startsWith("the run stops at the next safe point");
            assertThat(run.query("view", RunView.class).journal())
                    .anyMatch(line -> line.startsWith("abort requested by on-call"));
        } else if (of.type() == Rollout.class) {
            assertThat(run.update("deny", String.class, WHO)).isEqualTo("ends, no node is touched");
        } else if (of.type() == Wave.class) {
            run.signal("stop", "enough");
            assertThat(run.query("view", WaveResult.class).stopped()).isEqualTo("enough");
        } else if (of.type() == Capacity.class) {
            CapacityRequest request =
                    new CapacityRequest("domain", "fleet", new NodeRef("prod", "gpu-1"), "node/prod/gpu-1", "run-1");
            run.signal("ask", request);
            assertThat(run.query("view", CapacityView.class).waiting()).contains(request);
        } else if (of.type() == Partner.class) {
            run.signal("giveBack");
        } else {
            fail("name the right command of " + of);
        }
    }
}
