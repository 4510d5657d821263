package dev.slipway.activities.nodes;

import dev.slipway.facts.nvidia.GpuApps;
import dev.slipway.facts.nvidia.GpuApps.App;
import dev.slipway.facts.probe.Section;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds processes that compute on a GPU, from the driver's own list. If the driver does not answer, every holder of a
 * device file counts, except the driver's own services. Monitoring agents hold device files too, so these do not count
 * while the driver answers. An MPS server waits on a GPU for programs, which the driver lists beside it.
 */
final class ComputeProcesses {
    static final String APPS = "compute-apps";
    static final String HOLDERS = "holders";

    private static final Pattern MPS_SERVER = Pattern.compile("(?:.*/)?nvidia-cuda-mps-server");
    private static final Set<String> SERVICES = Set.of(
            "nvidia-persistenced",
            "nv-fabricmanager",
            "nv-hostengine",
            "nvidia-imex",
            "nvidia-device-plugin",
            "nvidia-cuda-mps-control",
            "nvidia-cuda-mps-server",
            "dcgm-exporter",
            "gpu-feature-discovery",
            "nvlsm",
            "nvsm");
    /** Limits the name: the kernel stores fifteen letters of a process name, and {@code fuser} shows no more. */
    private static final int SHOWN = 15;

    private ComputeProcesses() {}

    static Reading<List<Holder>> of(Optional<Section> apps, Reading<List<Holder>> holders) {
        Reading<List<Holder>> listed = listed(apps);
        if (listed.known()) {
            return listed;
        }
        return holders.known()
                ? holders.map(
                        all -> all.stream().filter(h -> !service(h.command())).toList())
                : Reading.unknown(listed.error() + "; " + holders.error());
    }

    private static boolean service(String command) {
        return SERVICES.stream()
                .anyMatch(name -> name.equals(command) || (command.length() == SHOWN && name.startsWith(command)));
    }

    private static Reading<List<Holder>> listed(Optional<Section> section) {
        if (section.isEmpty()) {
            return Reading.unknown("the node's list of GPU processes is missing or cut off");
        }
        List<String> lines =
                section.get().text().lines().filter(line -> !line.isBlank()).toList();
        if (!section.get().ok()) {
            return Reading.unknown("nvidia-smi could not list GPU processes: "
                    + lines.stream().findFirst().orElse("exit " + section.get().exit()));
        }
        Reading<List<App>> apps = GpuApps.parse(Output.of(section.get().bytes(), OptionalInt.of(0)));
        return apps.known()
                ? apps.map(all -> all.stream()
                        .filter(app -> !MPS_SERVER.matcher(app.name()).matches())
                        .map(app -> new Holder(app.pid(), app.name(), "GPU"))
                        .toList())
                : Reading.unknown("nvidia-smi listed a GPU process that is not understood: " + apps.error());
    }
}
