package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Field;
import dev.slipway.model.node.NodeRef;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UnknownFieldsTest {
    private static final NodeRef NODE = new NodeRef("prod", "gpu-1");

    private static NodeFacts unread() {
        return NodeFacts.unread(NODE, Instant.EPOCH, "no answer");
    }

    @Test
    void namesEachPartOfTheFacts() throws ReflectiveOperationException {
        NodeFacts facts = (NodeFacts) made(NodeFacts.class, "");

        assertThat(facts.errors().keySet())
                .contains("identity", "boot", "gpus", "holders", "packages", "kernel", "runtime", "tools")
                .contains("load", "kernels", "driverFiles", "fabric", "fabricState", "persistence", "log")
                .contains("bootedAt", "collected", "migDevices")
                .doesNotContain("details", "dkms", "initramfsDriver", "clients", "place");
        for (RecordComponent part : NodeFacts.class.getRecordComponents()) {
            boolean read = List.of("node", "collectedAt", "details").contains(part.getName());
            if (!read && !List.of("hardware", "software").contains(part.getName())) {
                assertThat(facts.errors()).containsKey(part.getName());
            }
        }
    }

    @Test
    void namesAPieceOfAPartThatWasReadOtherwise() {
        LoadState load = new LoadState(
                Reading.of(List.of()),
                Reading.of(List.of()),
                Reading.unknown("modinfo: cut"),
                Reading.of(""),
                Reading.of(""),
                Reading.of(""),
                Reading.of(List.of()));

        Map<String, String> errors =
                unread().with(load, KernelState.unread("no room")).errors();

        assertThat(errors).containsEntry("load.vermagic", "modinfo: cut").doesNotContainKey("load");
        assertThat(errors).containsEntry("kernels", "no room").doesNotContainKey("kernels.builds");
    }

    @Test
    void whatWasNotRequestedIsNoError() {
        assertThat(unread().errors())
                .containsEntry("identity", "no answer")
                .doesNotContainKeys("load", "kernels", "driverFiles", "persistence", "log", "tools");
    }

    /** A record of which nothing was read. */
    private static Object made(Class<?> type, String name) throws ReflectiveOperationException {
        if (type == Reading.class) {
            return Reading.unknown("no answer");
        }
        if (type == NodeDetails.class) {
            return NodeDetails.unread("no answer");
        }
        if (type == NodeRef.class) {
            return NODE;
        }
        if (type == Instant.class) {
            return Instant.EPOCH;
        }
        if (type == Map.class) {
            return Map.of(Field.KERNEL, Reading.unknown("no answer"));
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == String.class) {
            return name;
        }
        RecordComponent[] parts = type.getRecordComponents();
        Object[] values = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            values[i] = made(parts[i].getType(), parts[i].getName());
        }
        return type.getDeclaredConstructor(
                        Stream.of(parts).map(RecordComponent::getType).toArray(Class<?>[]::new))
                .newInstance(values);
    }
}
