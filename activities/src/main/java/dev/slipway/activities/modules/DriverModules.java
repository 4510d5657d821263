package dev.slipway.activities.modules;

import dev.slipway.model.facts.LoadState.Loaded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lists the kernel modules that go with the driver, in the order in which they leave: users before what they use. It is
 * pure.
 */
final class DriverModules {
    static final String DRIVER = "nvidia";

    private static final List<String> LEAVING = List.of(
            "nvidia_uvm",
            "nvidia_drm",
            "nvidia_modeset",
            "nvidia_peermem",
            "nvidia_fs",
            "gdrdrv",
            "nvidia_vgpu_vfio",
            DRIVER);

    private DriverModules() {}

    /** Returns those of {@code loaded} that go with the driver, first what leaves first. */
    static List<String> leaving(List<Loaded> loaded) {
        List<String> names = loaded.stream().map(Loaded::name).toList();
        return LEAVING.stream().filter(names::contains).toList();
    }

    /** Returns the driver, then the others of {@code found} in the order in which they load. */
    static List<String> loading(List<String> found) {
        List<String> order = new ArrayList<>(LEAVING);
        order.remove(DRIVER);
        order.retainAll(found);
        order.sort(Comparator.comparingInt(LEAVING::indexOf).reversed());
        order.addFirst(DRIVER);
        return List.copyOf(order);
    }
}
