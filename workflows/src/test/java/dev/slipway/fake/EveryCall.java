package dev.slipway.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Scenarios.End;
import dev.slipway.frame.Runbook;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.verdict.ShareOfTheDay;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * One run of a repair for each of its calls, failing, stopped or unheard there; an undisturbed run gives the calls. In every
 * end what was paused or stopped is put back, or the outcome says that it is not, and nothing is rolled back.
 */
public final class EveryCall implements AutoCloseable {
    private final Scenarios scenarios;
    private final Consumer<End> owed;

    /** {@code owed}: what every end of this repair owes beside that. */
    public EveryCall(BiFunction<Bench, FakeNode, ? extends Runbook> runs, Consumer<End> owed) {
        this.scenarios = new Scenarios(runs);
        this.owed = owed;
    }

    /** One way through a repair: what its node has, and how it ends when nothing disturbs it. */
    public record Way(String name, Outcome end, Consumer<FakeNode> has) {}

    private FakeNode node(Way way) {
        FakeNode node = scenarios.node(false);
        way.has().accept(node);
        return node;
    }

    private List<String> journal(Way way) {
        FakeNode node = node(way);
        scenarios.start("undisturbed", node, Bench.policy(false));
        assertThat(ends()).first().extracting(end -> end.outcome().outcome()).isEqualTo(way.end());
        return List.copyOf(node.journal);
    }

    private List<End> ends() {
        List<End> ends = scenarios.ends();
        for (End end : ends) {
            String said = end.name() + " → " + end.outcome();
            boolean told = end.outcome().reason().contains("not put back");
            assertThat(told || end.node().driver.asFound())
                    .as(said + ": labels " + end.node().driver.labels + ", services " + end.node().driver.running)
                    .isTrue();
            assertThat(end.outcome().outcome()).as(said).isNotEqualTo(Outcome.ROLLED_BACK);
            owed.accept(end);
        }
        return ends;
    }

    /** Each call fails so before its effect and after it. What passes by itself changes no end. */
    public void fails(Way way, FailureType type) {
        for (Fault.Place place : Fault.Place.of(journal(way), type)) {
            FakeNode node = node(way);
            node.faults.addAll(Fault.at(place, type));
            start(way, type + " " + place, node);
        }
        for (End end : ends()) {
            if (type == FailureType.TRANSIENT || type.waitedFor()) {
                assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(way.end());
            }
        }
    }

    /** The run is cancelled by the engine, or aborted by a person, at each call. */
    public List<End> stopped(Way way, boolean cancel) {
        for (String call : ShareOfTheDay.of(journal(way), cancel ? 1 : 0)) {
            FakeNode node = node(way);
            node.stopsAt(call, () -> scenarios.home(node).stop(node, cancel));
            start(way, (cancel ? "cancelled at " : "aborted at ") + call, node);
        }
        return ends();
    }

    /** At each call the first attempt, and the second, had their effect and nobody heard of it. That changes no end. */
    public List<End> unheardTwice(Way way) {
        for (String call : ShareOfTheDay.of(journal(way), 0)) {
            FakeNode node = node(way);
            node.faults.addAll(Fault.tries(new Fault.Place(call, Fault.When.AFTER), 2, FailureType.TRANSIENT));
            start(way, "unheard twice " + call, node);
        }
        List<End> ends = ends();
        assertThat(ends)
                .allSatisfy(end ->
                        assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(way.end()));
        return ends;
    }

    private void start(Way way, String name, FakeNode node) {
        scenarios.start(name + " " + way.name(), node, Bench.policy(false));
    }

    @Override
    public void close() {
        scenarios.close();
    }
}
