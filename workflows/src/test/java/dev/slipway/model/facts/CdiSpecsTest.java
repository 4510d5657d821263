package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.CdiSpecs.Spec;
import dev.slipway.model.facts.CdiSpecs.Writer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CdiSpecsTest {
    private static final String OLD = "570.124.06";

    /** What the node's own tools would write is theirs; everything else is left to whoever wrote it. */
    @ParameterizedTest
    @CsvSource({
        "/etc/cdi/nvidia.yaml,nvidia.com/gpu,true,false,TOOL",
        "/etc/cdi/nvidia.json,nvidia.com/gpu,true,true,TOOL",
        "/var/run/cdi/nvidia.yaml,nvidia.com/gpu,true,true,UNIT",
        "/var/run/cdi/nvidia.yaml,nvidia.com/gpu,true,false,TOOL",
        "/var/run/cdi/nvidia.yaml,nvidia.com/gpu,false,false,OPERATOR",
        "/var/run/cdi/management.nvidia.com-gpu.yaml,nvidia.com/gpu,true,true,OPERATOR",
        "/etc/cdi/nvidia.yaml,nvidia.com/gpu,false,true,NOBODY_WE_KNOW",
        "/etc/cdi/nvidia.yaml,site.example/gpu,true,true,NOBODY_WE_KNOW",
        "/etc/cdi/site.yaml,nvidia.com/gpu,true,true,NOBODY_WE_KNOW"
    })
    void knowsWhoWritesASpecification(String path, String kind, boolean tool, boolean unit, Writer writer) {
        CdiSpecs specs = new CdiSpecs(List.of(new Spec(path, kind, List.of(OLD))), tool, unit);

        assertThat(specs.writer(specs.specs().getFirst())).isEqualTo(writer);
        assertThat(specs.ours("570.133.20")).hasSize(writer == Writer.TOOL || writer == Writer.UNIT ? 1 : 0);
        assertThat(specs.others("570.133.20")).hasSize(writer == Writer.TOOL || writer == Writer.UNIT ? 0 : 1);
    }

    @Test
    void aSpecificationThatNamesTheDriverAloneOrNoneIsNotStale() {
        assertThat(new Spec("/etc/cdi/nvidia.yaml", "nvidia.com/gpu", List.of(OLD)).stale(OLD))
                .isFalse();
        assertThat(new Spec("/etc/cdi/nvidia.yaml", "nvidia.com/gpu", List.of()).stale(OLD))
                .isFalse();
        assertThat(new Spec("/etc/cdi/nvidia.yaml", "nvidia.com/gpu", List.of(OLD, "570.133.20")).stale(OLD))
                .isTrue();
    }
}
