package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import dev.slipway.config.keys.LegacyKey;
import dev.slipway.config.units.Bandwidth;
import dev.slipway.config.units.Watts;
import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.TestTimeouts;
import dev.slipway.model.facts.RuntimeSettings;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code baselines/*.yaml} states what nodes of one hardware profile should be. A change gets a new id. */
public record BaselineConfig(
        @Doc("Id, unique among baselines.") String id,

        @Doc("Id of the baseline that a failed change goes back to.")
        Optional<String> previous,

        @Doc("Who approved it.") String approvedBy,
        @Doc("When it was adopted.") LocalDate adoptedAt,
        @Doc("The hardware.") Profile profile,

        @Doc("Every pinned field with its exact value, or `n/a` where it does not apply.")
        Map<Field, String> pins,

        @Doc("Packages with their exact versions.") Map<String, String> packages,
        @Doc("Packages that are on hold.") List<String> holds,

        @Doc("Settings that a reboot forgets; set through DCGM, persistence through nvidia-smi; MIG is compared only.")
        Optional<Settings> runtime,

        @Doc("What is proven before a node goes back.") @Default("{}")
        Gates gates,

        @Doc("Fields that may differ for a while.") List<Waiver> waivers) {

    /** The value of a field that does not apply to this hardware. */
    public static final String NOT_APPLICABLE = "n/a";

    /** States where the NVLink switches are. */
    public enum Nvswitch {
        NONE,
        LOCAL,
        RACK
    }

    /** Describes the hardware. */
    public record Profile(
            @Doc("Hardware profile.") String sku,
            @Doc("GPUs of a node.") int expectedGpus,
            @Doc("GPU model as the driver prints it.") String gpuModel,
            @Doc("Where the NVLink switches are.") Nvswitch nvswitch,
            @Doc("Active NVLinks of each GPU.") int nvlinksPerGpu,
            @Doc("Whether MIG may be on.") @Default("false") boolean migAllowed) {}

    /** Holds settings that a reboot forgets. */
    public record Settings(
            @Doc("Persistence mode, as the driver prints it.") @Default("Enabled")
            String persistence,

            @Doc("Compute mode, as the driver prints it.") @Default("Default")
            String computeMode,

            @Doc("Power limit.") Watts powerLimit,

            @Doc("Application clocks, memory and graphics, as DCGM prints them.")
            String clocks,

            @Doc("ECC mode, as the driver prints it.") @Default("Enabled")
            String eccMode,

            @Doc("MIG mode, as the driver prints it.") @Default("Disabled")
            String migMode) {}

    /** Defines what is proven before a node goes back. */
    public record Gates(
            @Doc("Least bus bandwidth of all_reduce_perf on one node.") @Default("400GB/s") @LegacyKey("busbwFloor")
            Bandwidth minBusBandwidth,

            @Doc("DCGM tests that may be skipped.") List<String> allowedSkips,

            @Doc("Units that must be active; a run also enables them. Of `nvidia-persistenced`, "
                    + "`nvidia-fabricmanager`, `nvidia-dcgm`, `nvidia-imex`.")
            @Default("[nvidia-persistenced, nvidia-fabricmanager, nvidia-dcgm]")
            List<String> services,

            @Doc("Level of dcgmi diag, 1 to 3.") @Default("2")
            int diagLevel,

            @Doc("Whether two nodes must pass all_reduce_perf together.") @Default("false")
            boolean pairRequired,

            @Doc("Least bus bandwidth of all_reduce_perf on two nodes; without it three quarters of `minBusBandwidth`.")
            @LegacyKey("pairBusbwFloor")
            Optional<Bandwidth> minPairBusBandwidth,

            @Doc("Transport that the two-node test must use, as NCCL names it: `NET/IB/GDRDMA`, `NET/IB`, "
                    + "`NET/Socket`.")
            @Default("NET/IB/GDRDMA")
            String pairTransport,

            @Doc("Least bandwidth from host to each GPU that dcgmi diag measures; without it none is required.")
            Optional<Bandwidth> h2dFloor,

            @Doc("Least bandwidth from each GPU to host that dcgmi diag measures; without it none is required.")
            Optional<Bandwidth> d2hFloor,

            @Doc("Release of DCGM whose diag counts, the beginning of its version, e.g. 4.4; without it any.")
            Optional<String> dcgmRelease,

            @Doc("How long each test may take, from its start on the node; one that takes longer is ended and "
                    + "has failed.")
            @Default("{}")
            Timeouts timeouts,

            @Doc("Lines of the driver in the kernel's log that say nothing of a fault; numbers, addresses and names "
                    + "of processes in them do not count. They may be added to a baseline that is adopted.")
            List<String> knownLines) {

        Baseline.PcieFloors pcie() {
            return new Baseline.PcieFloors(floor(h2dFloor), floor(d2hFloor));
        }

        Baseline.PairGate pair() {
            double floor = minPairBusBandwidth
                    .map(Bandwidth::gigabytesPerSecond)
                    .orElse(Baseline.PairGate.normal(minBusBandwidth.gigabytesPerSecond())
                            .minBusBandwidth());
            return new Baseline.PairGate(floor, pairTransport);
        }

        private static double floor(Optional<Bandwidth> bandwidth) {
            return bandwidth.map(Bandwidth::gigabytesPerSecond).orElse(0.0);
        }
    }

    /** Limits how long each test may take. */
    public record Timeouts(
            @Doc("Timeout of `dcgmi diag -r 1`, which takes seconds.") @Default("5m")
            Duration diag1,

            @Doc("Timeout of `dcgmi diag -r 2`, which takes about two minutes.") @Default("15m")
            Duration diag2,

            @Doc("Timeout of `dcgmi diag -r 3`, which takes up to half an hour.") @Default("45m")
            Duration diag3,

            @Doc("Timeout of `dcgmi diag -r 4`, and of `-r 3` on a node with NVIDIA's extended utility "
                    + "diagnostics (EUD); at most 5h.")
            @Default("5h")
            Duration diag4,

            @Doc("Timeout of all_reduce_perf on one node, which takes minutes.") @Default("15m")
            Duration nccl,

            @Doc("Timeout of all_reduce_perf on two nodes, which takes minutes; at most 30m.") @Default("20m")
            Duration ncclPair) {

        TestTimeouts model() {
            return new TestTimeouts(diag1, diag2, diag3, diag4, nccl, ncclPair);
        }
    }

    /** Permits a field to differ, for a stated reason, until a date. */
    public record Waiver(
            @Doc("Name of the field.") Field field,
            @Doc("Node, or `*` for all.") @Default("'*'") String node,

            @Doc("Values that are accepted; without them any value is.")
            List<String> values,

            @Doc("Why.") String reason,
            @Doc("Who waives it.") Optional<String> by,
            @Doc("Last day.") LocalDate expires) {}

    /** Returns the same with these packages by their exact versions, all of them on hold. */
    public BaselineConfig with(Map<String, String> held) {
        return new BaselineConfig(
                id,
                previous,
                approvedBy,
                adoptedAt,
                profile,
                pins,
                held,
                List.copyOf(held.keySet()),
                runtime,
                gates,
                waivers);
    }

    /** Returns the baseline as the rest of the system knows it; {@code commit} is where the file was found in git. */
    public Baseline baseline(String commit) {
        return new Baseline(
                id,
                previous,
                new Baseline.Provenance(commit, approvedBy, adoptedAt.toString()),
                new Baseline.Profile(
                        profile.sku(),
                        profile.expectedGpus(),
                        profile.gpuModel(),
                        Scalars.word(profile.nvswitch()),
                        profile.nvlinksPerGpu(),
                        profile.migAllowed()),
                applicable(),
                Collections.unmodifiableMap(new TreeMap<>(packages)),
                holds,
                runtime.map(BaselineConfig::settings),
                new Baseline.GateProfile(
                        gates.minBusBandwidth().gigabytesPerSecond(),
                        gates.allowedSkips(),
                        gates.services(),
                        gates.diagLevel(),
                        gates.pairRequired(),
                        gates.pcie(),
                        gates.dcgmRelease(),
                        gates.timeouts().model(),
                        gates.pair(),
                        gates.knownLines()),
                waivers.stream()
                        .map(w -> new Baseline.Waiver(
                                w.field().key(),
                                w.node(),
                                w.values(),
                                w.reason(),
                                w.by(),
                                w.expires().toString()))
                        .toList());
    }

    private Map<Field, String> applicable() {
        Map<Field, String> applicable = new EnumMap<>(Field.class);
        pins.forEach((field, value) -> {
            if (!value.equals(NOT_APPLICABLE)) {
                applicable.put(field, value);
            }
        });
        return applicable;
    }

    private static RuntimeSettings settings(Settings runtime) {
        return new RuntimeSettings(
                runtime.persistence(),
                runtime.computeMode(),
                Integer.toString(runtime.powerLimit().value()),
                runtime.clocks(),
                runtime.eccMode(),
                runtime.migMode());
    }
}
