package dev.slipway.rules;

import dev.slipway.model.Baseline;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Answers whether a node has its GPUs, and whether they answer. */
public record GpuView(NodeView node) {
    /** Words of nvidia-smi's own failure; any other reason is that of a reading that did not come about. */
    private static final Pattern FAILED =
            Pattern.compile("mismatch|finds no GPU|cannot reach the driver|is lost|no handle|does not start|failed"
                    + "|requires a reset|unknown error|ERR!|exit [0-9]|Failed to|driver-not-loaded|library-not-found"
                    + "|infoROM|no-power|no-interrupt|timeout|time limit|no GPU in the answer|not a row of a GPU");

    private static final String NO_TOOL = "not found";

    private NodeFacts.Hardware hardware() {
        return node.facts().hardware();
    }

    private Optional<Integer> wanted() {
        return node.baseline().map(Baseline::profile).map(Baseline.Profile::expectedGpus);
    }

    /** Fewer GPUs are on the bus than the node must have. */
    public Judgement missing() {
        return wanted().map(n -> Judgement.of(
                        "gpusOnBus",
                        hardware().gpusOnBus(),
                        bus -> Judgement.of(bus < n, bus + " of " + n + " GPUs on the bus")))
                .orElseGet(() -> Judgement.unknown(NodeView.NO_BASELINE, ""));
    }

    /** As many GPUs answer as the node must have; judged by the bus if no baseline states how many. */
    public Judgement answering() {
        Reading<List<Gpu>> gpus = hardware().gpus();
        if (!gpus.known()) {
            return failed(gpus.error()) ? Judgement.no() : Judgement.unknown("gpus", gpus.error());
        }
        int answer = gpus.or(List.of()).size();
        return wanted().or(() -> hardware().gpusOnBus().value())
                .map(n -> Judgement.of(answer >= n, answer + " of " + n + " GPUs answer"))
                .orElseGet(() -> Judgement.unknown("how many GPUs the node must have", ""));
    }

    /** nvidia-smi fails, shows no GPU, or fewer than the node must have. */
    public Judgement silent() {
        return answering().not("the GPUs do not answer: " + shown());
    }

    private String shown() {
        Reading<List<Gpu>> gpus = hardware().gpus();
        return gpus.known() ? gpus.or(List.of()).size() + " of them do" : gpus.error();
    }

    private static boolean failed(String error) {
        return error.contains(NO_TOOL) || FAILED.matcher(error).find();
    }

    /** nvidia-smi ran, and did not report all GPUs; a missing tool means a container that is down. */
    boolean knownSilent() {
        return silent().isYes() && !hardware().gpus().error().contains(NO_TOOL);
    }

    /**
     * Returns whether work on such a node fails: a GPU is missing, or the driver does not report all of them; unknown
     * is unsafe.
     */
    public boolean unsafe() {
        return !missing().isNo() || !silent().isNo();
    }
}
