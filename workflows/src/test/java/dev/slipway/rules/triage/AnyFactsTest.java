package dev.slipway.rules.triage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Sample;
import dev.slipway.model.Field;
import dev.slipway.model.Route;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any facts have a row, and never an exception; what is unknown is never called well. */
class AnyFactsTest {
    private static final int NODES = 5_000;
    private static final List<String> WORDS = List.of(
            "None",
            "",
            "[N/A]",
            "Reset",
            "Node Reboot Required",
            "Drain P2P",
            "ERR!",
            "yes",
            "Yes",
            "No",
            "\u0000",
            "é".repeat(300));
    private static final List<String> LINES = List.of(
            "",
            "Fatal, Link 30",
            "Non-fatal",
            "pid=1, name=a",
            "pid='<unknown>'",
            "GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)",
            "to 0x1 (",
            "RmInitAdapter failed! (0x62:0xffff:2477)",
            "API mismatch",
            "NETIR_LINK_EVT  Nonfatal XC0");

    private final Random random = new Random(20_261_122L);

    private String word() {
        return any(WORDS);
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private boolean maybe() {
        return random.nextInt(4) == 0;
    }

    private Known anything() {
        Known known = random.nextBoolean() ? Known.well() : new Known();
        spoil(known, known.sample);
        for (int i = random.nextInt(8); i > 0; i--) {
            String bdf = any(List.of(Known.GPU, Known.OTHER, "", "0000:99:00.0"));
            String line = any(LINES);
            if (maybe()) {
                known.sxid(random.nextInt(30_000), line);
            } else {
                known.xid(random.nextInt(200), bdf, Known.NOW.minusSeconds(random.nextInt(90_000)), line);
            }
        }
        if (maybe()) {
            known.trouble(any(List.of(Trouble.Kind.values())), word());
        }
        if (maybe()) {
            known.said(any(List.of(Symptom.values())));
        }
        if (maybe()) {
            known.bootedAt = Reading.unknown(word());
        }
        return known;
    }

    private void spoil(Known known, Sample sample) {
        if (maybe()) {
            known.health(new Gpu.Health(word(), word(), word(), word(), word()));
        }
        List<Runnable> ways = new ArrayList<>(List.of(
                () -> sample.identity = Reading.unknown(word()),
                () -> sample.boot = Reading.unknown(word()),
                () -> sample.bus = random.nextBoolean() ? Reading.unknown(word()) : Reading.of(random.nextInt(12)),
                () -> sample.gpus = random.nextBoolean() ? Reading.unknown(word()) : Reading.of(List.of()),
                () -> sample.packages = Reading.unknown(word()),
                () -> sample.owner = Reading.of(any(List.of(DriverOwner.values()))),
                () -> sample.services = random.nextBoolean() ? Reading.unknown(word()) : Reading.of(Map.of()),
                () -> sample.runtime = Reading.unknown(word()),
                () -> sample.events = Reading.unknown(word()),
                () -> sample.manifest = Reading.unknown(word())));
        for (Field field : Field.values()) {
            ways.add(() ->
                    sample.versions.put(field, random.nextBoolean() ? Reading.unknown(word()) : Reading.of(word())));
        }
        ways.stream().filter(way -> random.nextInt(10) == 0).forEach(Runnable::run);
    }

    @Test
    void everyNodeHasARowAndNoneThatIsUnknownIsWell() {
        int well = 0;
        for (int i = 0; i < NODES; i++) {
            Known known = anything();
            TriageResult triageResult = known.routed();

            assertThat(triageResult.row().equals("R0") || TriageTable.rowIds().contains(triageResult.row()))
                    .as(triageResult.toString())
                    .isTrue();
            assertThat(triageResult.facts().isEmpty())
                    .isEqualTo(triageResult.row().equals("R0"));
            if (triageResult.nothingToDo()) {
                well++;
                assertThat(triageResult.open()).isEmpty();
                assertThat(triageResult.route().kind()).isEqualTo(Route.Kind.CLEAN);
                assertThat(known.facts().kernelEvents().known()).isTrue();
                assertThat(known.facts().hardware().gpus().known()).isTrue();
                assertThat(known.facts().hardware().gpusOnBus().known()).isTrue();
            }
        }
        assertThat(well).as("some of them are well").isPositive();
    }
}
