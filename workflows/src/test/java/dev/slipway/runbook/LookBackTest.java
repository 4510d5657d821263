package dev.slipway.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Sample;
import dev.slipway.frame.Runbook;
import dev.slipway.model.Reason;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** I22: the diagnosis of a fault sees what is older than its run; the gates count from the run or the repair on. */
class LookBackTest {

    static Stream<Arguments> runbooks() {
        return Stream.of(
                of("W19", 1, Bench::gspMismatch),
                of("N16", 1, Bench::fabricManager),
                of("F13", 1, Bench::gpuFaultRma),
                of("M13", 1, Bench::moduleReload),
                of("D17", 0, Bench::imageDrift));
    }

    private static Arguments of(String row, int days, BiFunction<Bench, FakeNode, ? extends Runbook> run) {
        return Arguments.of(row, days, run);
    }

    @ParameterizedTest
    @MethodSource("runbooks")
    void i22_theFirstLookReachesADayBackWhereAFaultStartedTheRun(
            String row, int days, BiFunction<Bench, FakeNode, ? extends Runbook> run) {
        try (Bench bench = new Bench().start()) {
            FakeNode node = bench.node("gpu-1");
            node.row = row;
            if (!row.equals("D17")) {
                node.packages = "pin";
                node.running = "pin";
            }
            Instant began = Instant.ofEpochMilli(bench.engine.currentTimeMillis());

            run.apply(bench, node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));

            assertThat(node.looks.getFirst())
                    .isBetween(
                            began.minus(Duration.ofDays(days)).minusSeconds(1),
                            began.minus(Duration.ofDays(days)).plusSeconds(60));
            assertThat(node.looks.subList(1, node.looks.size()))
                    .isNotEmpty()
                    .allMatch(look -> !look.isBefore(began.minusSeconds(1)));
        }
    }

    @Test
    void i22_whatWasLoggedBeforeTheBootThatRunsDoesNotCount() {
        Instant boot = Instant.parse("2026-03-01T10:00:00Z");
        XidEvent before = new XidEvent(boot.minusSeconds(5), "0000:12:00.0", 119, false, "Timeout");
        XidEvent after = new XidEvent(boot.plusSeconds(5), "0000:12:00.0", 119, false, "Timeout");
        Sample sample = Sample.clean();
        sample.events = Reading.of(List.of(before, after));
        NodeFacts facts = sample.facts();

        assertThat(facts.eventsOfThisBoot().or(List.of())).containsExactly(before, after);
        assertThat(booted(facts, boot).eventsOfThisBoot().or(List.of())).containsExactly(after);
    }

    private static NodeFacts booted(NodeFacts f, Instant at) {
        NodeDetails none = f.details();
        NodeDetails details = new NodeDetails(
                none.collected(), Reading.of(at), Map.of(), none.dkms(), none.initramfsDriver(), none.outside());
        return new NodeFacts(
                f.node(),
                f.collectedAt(),
                f.identity(),
                f.boot(),
                f.hardware(),
                f.software(),
                f.runtime(),
                f.kernelEvents(),
                f.load(),
                f.kernels(),
                f.driverFiles(),
                f.fabric(),
                f.persistence(),
                details,
                f.log());
    }
}
