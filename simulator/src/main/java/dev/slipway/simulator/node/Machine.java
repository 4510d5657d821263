package dev.slipway.simulator.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Holds the hardware behind a node name: its identity and its GPUs. */
public final class Machine {
    private static final List<String> SLOTS = List.of("18", "2a", "3a", "5d", "9a", "ab", "ba", "db");

    private final Seed seed;
    private int generation;
    private int images;
    private String machineId = "";
    private String productUuid = "";
    private List<GpuUnit> gpus = List.of();
    private final Map<Integer, Ailment> ailments = new TreeMap<>();
    private boolean together;
    private String vbios = "96.00.74.00.01";

    Machine(Seed seed) {
        this.seed = seed;
        build();
    }

    /** Another machine takes over the name and the address. */
    public void replace() {
        generation++;
        ailments.clear();
        build();
    }

    /** Gives the same boards a new machine-id. */
    void reimaged() {
        images++;
        machineId = seed.of("machine-" + generation)
                .uuid("machine-id-" + images)
                .toString()
                .replace("-", "");
    }

    private void build() {
        Seed own = seed.of("machine-" + generation);
        machineId = own.uuid("machine-id").toString().replace("-", "");
        productUuid = own.uuid("product-uuid").toString();
        List<GpuUnit> units = new ArrayList<>();
        for (int slot = 0; slot < SLOTS.size(); slot++) {
            units.add(unit(own, slot));
        }
        gpus = List.copyOf(units);
    }

    private static GpuUnit unit(Seed own, int slot) {
        return new GpuUnit(
                slot,
                "GPU-" + own.uuid("gpu-" + slot),
                String.format(
                        Locale.ROOT,
                        "16%011d",
                        Math.floorMod(own.random("serial-" + slot).nextLong(), 100_000_000_000L)),
                "0000:" + SLOTS.get(slot) + ":00.0",
                false);
    }

    /** Another GPU is put into that slot. */
    void swap(int slot) {
        GpuUnit other = unit(seed.of("swapped-" + slot), slot);
        ailments.remove(slot);
        gpus = gpus.stream().map(gpu -> gpu.slot() == slot ? other : gpu).toList();
    }

    /** Returns the firmware on every GPU's board. */
    public String vbios() {
        return vbios;
    }

    void flash(String version) {
        vbios = version;
    }

    public String machineId() {
        return machineId;
    }

    public String productUuid() {
        return productUuid;
    }

    /** Returns all GPUs in the slots, those that fell off the bus too. */
    public List<GpuUnit> slots() {
        return gpus;
    }

    /** Returns the GPUs that answer on the bus. */
    public List<GpuUnit> present() {
        return gpus.stream()
                .filter(g ->
                        !g.lost() && ailment(g.slot()).filter(Ailment::offBus).isEmpty())
                .toList();
    }

    /** Returns the fault of the GPU in that slot. */
    public Optional<Ailment> ailment(int slot) {
        return Optional.ofNullable(ailments.get(slot));
    }

    void ails(Ailment ailment) {
        ailments.put(ailment.slot(), ailment);
    }

    /** Returns whether nvidia-smi refuses to reset one GPU without the others. */
    public boolean refusesSingleResets() {
        return together;
    }

    void resetsTogether() {
        together = true;
    }

    /** Ends what such an act ends on the GPU in that slot. */
    public void cured(int slot, Ailment.Cure by) {
        ailment(slot)
                .map(Ailment::cure)
                .filter(cure -> cure != Ailment.Cure.NOTHING && cure.compareTo(by) <= 0)
                .ifPresent(over -> ailments.remove(slot));
    }

    /** The GPU falls off the bus and stays off until the machine is replaced. */
    public void lose(int slot) {
        gpus = gpus.stream().map(g -> g.slot() == slot ? g.losing() : g).toList();
    }
}
