package dev.slipway.simulator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.probe.Probe;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is read of a node does not depend on the family of its system. */
class FamiliesTest {

    private static NodeFacts facts(Family family) {
        NodePlan plan = NodePlan.clean("gpu-001", 5)
                .with(new Condition.Runs(SoftwareSet.pinned().on(family)));
        try (Shell shell = new Shell(plan)) {
            Answer answer = shell.script(Probe.NAME, "0");
            return ProbeAnswer.of(answer.out()).facts(new NodeRef("c1", "gpu-001"), Instant.EPOCH);
        }
    }

    @Test
    void nothingIsUnknownOnTheOneThatIsKnownOnTheOther() {
        NodeFacts ubuntu = facts(Family.UBUNTU);
        NodeFacts rocky = facts(Family.ROCKY);

        for (Field field : Field.values()) {
            assertThat(rocky.version(field).known())
                    .as(field + ": " + rocky.version(field))
                    .isEqualTo(ubuntu.version(field).known());
        }
        assertThat(rocky.boot().known()).isTrue();
        assertThat(rocky.software().packagesBroken().or(List.of("unread"))).isEmpty();
        assertThat(rocky.software().driverOwner().or(DriverOwner.BOTH)).isEqualTo(DriverOwner.HOST_PACKAGED);
        assertThat(rocky.software().services().known()).isTrue();
        assertThat(rocky.software().manifest().known()).isTrue();
    }

    @Test
    void saysOfItselfWhatANodeOfRockySays() {
        NodeFacts rocky = facts(Family.ROCKY);
        Map<Field, String> said = Map.of(
                Field.OS_IMAGE, "rocky-9.5",
                Field.KERNEL, "5.14.0-503.11.1.el9_5.x86_64",
                Field.DRIVER_VERSION, "570.133.20",
                Field.DRIVER_ON_DISK, "570.133.20",
                Field.DRIVER_USERSPACE, "570.133.20",
                Field.FABRIC_MANAGER, "570.133.20",
                Field.NCCL, "2.27.3",
                Field.DCGM, "4.4.1",
                Field.MODULE_DELIVERY, "dkms",
                Field.MODULE_FLAVOUR, "open");

        assertThat(rocky.version(Field.LIBCUDA).or("")).isEqualTo("570.133.20");
        said.forEach((field, value) ->
                assertThat(rocky.version(field).or("unread")).as(field.name()).isEqualTo(value));
        assertThat(rocky.boot().value().orElseThrow().nextKernel()).isEqualTo("5.14.0-503.11.1.el9_5.x86_64");
        assertThat(rocky.boot().value().orElseThrow().installedKernels())
                .containsExactly("5.14.0-503.11.1.el9_5.x86_64");
        assertThat(rocky.software().packages().or(List.of()))
                .contains(
                        new InstalledPackage("nvidia-driver", "3:570.133.20-1.el9", "installed", true),
                        new InstalledPackage("kernel-core", "5.14.0-503.11.1.el9_5", "installed", true),
                        new InstalledPackage("dnf", "4.14.0-17.el9", "installed", false));
    }
}
