package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Field;
import dev.slipway.model.node.NodeRef;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
                .contains("bootedAt", "collected", "migDevices", "clients")
                .doesNotContain("details", "dkms", "initramfsDriver", "health", "place");
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
    void namesTheHealthOfGpusOnceAndNothingOfADriverThatCountsNoSramErrors() {
        Map<String, Reading<String>> old = Map.of("sramUncorrectable", Reading.unknown("this driver does not count"));
        Map<String, Reading<String>> clean = Map.of("health", Reading.of("clean"));
        Map<String, Reading<String>> cut = Map.of("health", Reading.unknown("smi-q: cut"));
        Map<String, Reading<String>> later = Map.of("health", Reading.unknown("later"));

        assertThat(details(List.of(old, clean)).errors()).isEmpty();
        assertThat(details(List.of(clean, cut, later)).errors()).containsExactly(Map.entry("health", "smi-q: cut"));
    }

    /** Facts whose details were read, with what each GPU reports. */
    private static NodeFacts details(List<Map<String, Reading<String>>> gpus) {
        Map<String, Map<String, Reading<String>>> reports = new TreeMap<>();
        gpus.forEach(gpu -> reports.put("0000:1" + reports.size() + ":00.0", gpu));
        NodeFacts facts = NodeFacts.unread(NODE, Instant.EPOCH, Reading.NOT_REQUESTED);
        NodeDetails unread = facts.details();
        return new NodeFacts(
                NODE,
                Instant.EPOCH,
                facts.identity(),
                facts.boot(),
                facts.hardware(),
                facts.software(),
                facts.runtime(),
                facts.kernelEvents(),
                facts.load(),
                facts.kernels(),
                facts.driverFiles(),
                facts.fabric(),
                facts.persistence(),
                new NodeDetails(
                        unread.collected(),
                        unread.bootedAt(),
                        reports,
                        unread.dkms(),
                        unread.initramfsDriver(),
                        unread.onGpus(),
                        unread.outside()),
                facts.log());
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
