package dev.slipway.simulator.node;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Holds the units of a node that matter to GPUs. An unknown unit is not found, as in systemd. */
public final class Services {
    public static final String PERSISTENCED = "nvidia-persistenced";
    public static final String FABRIC_MANAGER = "nvidia-fabricmanager";
    public static final String DCGM = "nvidia-dcgm";

    private final Map<String, ServiceState> units = new TreeMap<>();
    private final TreeSet<String> broken = new TreeSet<>();
    private boolean flagged;
    private boolean dropIn;
    private final Driver driver;
    private final Fabric fabric;

    Services(Driver driver, Fabric fabric) {
        this.driver = driver;
        this.fabric = fabric;
        for (String unit : new String[] {PERSISTENCED, FABRIC_MANAGER, DCGM, "ssh", "kubelet", "containerd"}) {
            units.put(unit, new ServiceState(unit, "active", true));
        }
    }

    public Optional<ServiceState> find(String unit) {
        return Optional.ofNullable(units.get(plain(unit)));
    }

    public boolean active(String unit) {
        return find(unit).filter(s -> s.active().equals("active")).isPresent();
    }

    /** Starts a unit if it can run on this driver; returns whether it runs now. */
    public boolean start(String unit) {
        String name = plain(unit);
        boolean can = !broken.contains(name)
                && switch (name) {
                    case FABRIC_MANAGER -> fabric.starts();
                    case PERSISTENCED -> driver.resident().isPresent();
                    default -> true;
                };
        units.computeIfPresent(name, (n, s) -> new ServiceState(n, can ? "active" : "failed", s.enabled()));
        return can;
    }

    public void stop(String unit) {
        units.computeIfPresent(plain(unit), (n, s) -> new ServiceState(n, "inactive", s.enabled()));
    }

    public void enable(String unit, boolean enabled) {
        units.computeIfPresent(plain(unit), (n, s) -> new ServiceState(n, s.active(), enabled));
    }

    void add(String unit) {
        units.put(unit, new ServiceState(unit, "active", true));
    }

    void remove(String unit) {
        units.remove(plain(unit));
    }

    /** Ships nvidia-persistenced with, or without, the option to hold no GPU open. */
    void flagged(boolean shipped) {
        flagged = shipped;
    }

    /** A file beside nvidia-persistenced takes that option out, or is gone. */
    public void dropIn(boolean there) {
        dropIn = there;
    }

    /** Returns whether that file is there. */
    public boolean dropIn() {
        return dropIn;
    }

    /** Returns the option as systemd has it now. */
    public boolean flagged() {
        return flagged && !dropIn;
    }

    /** Returns whether nvidia-persistenced holds the GPUs open. */
    public boolean keepsAwake() {
        return active(PERSISTENCED) && !flagged();
    }

    /** The unit ends by itself, and may be started again. */
    void crash(String unit) {
        units.computeIfPresent(plain(unit), (n, s) -> new ServiceState(n, "failed", s.enabled()));
    }

    /** Makes the unit fail at every start from now on. */
    public void breakDown(String unit) {
        broken.add(plain(unit));
        start(unit);
    }

    /** Applies a boot: enabled units start, the others are inactive. */
    void boot() {
        for (ServiceState unit : java.util.List.copyOf(units.values())) {
            stop(unit.unit());
            if (unit.enabled()) {
                start(unit.unit());
            }
        }
    }

    private static String plain(String unit) {
        return unit.endsWith(".service") ? unit.substring(0, unit.length() - ".service".length()) : unit;
    }
}
