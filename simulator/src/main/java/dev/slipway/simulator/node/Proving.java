package dev.slipway.simulator.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Defines how the node does in diagnostics and benchmarks. */
public final class Proving {
    private static final double H100_PEAK = 481.0;

    /** Lists what can end a command that hangs. */
    public enum Ends {
        AT_TERM,
        AT_KILL,
        /** It waits in the kernel, uninterruptible: no signal ends it, only a boot does. */
        AT_REBOOT
    }

    private final List<Condition.CommandHangs> hangs = new ArrayList<>();
    private final Map<String, String> failingTests = new HashMap<>();
    private Optional<String> isolating = Optional.empty();
    private final Set<String> missing = new HashSet<>();
    private boolean openMpi = true;
    private double peak = H100_PEAK;

    /** Returns whether a program is on the node. */
    public boolean has(String program) {
        return !missing.contains(program);
    }

    /** Returns whether the installed MPI is Open MPI. */
    public boolean openMpi() {
        return openMpi;
    }

    void remove(String program) {
        missing.add(program);
    }

    void otherMpi() {
        openMpi = false;
    }

    /** Returns the test of dcgmi diag that fails on a driver, if one does. */
    public Optional<String> failingTest(String driver) {
        return Optional.ofNullable(failingTests.get(driver));
    }

    /** Returns the test of dcgmi diag that isolates a GPU, if one does. */
    public Optional<String> isolatingTest() {
        return isolating;
    }

    /** Returns whether a command of this line never ends on a driver, and what ends it then. */
    public Optional<Ends> hangs(String driver, String command) {
        return hangs.stream()
                .filter(h -> h.driver().equals(driver) && command.startsWith(h.command()))
                .map(Condition.CommandHangs::ends)
                .findFirst();
    }

    void hang(Condition.CommandHangs command) {
        hangs.add(command);
    }

    void isolate(String test) {
        isolating = Optional.of(test);
    }

    void failOn(String driver, String test) {
        failingTests.put(driver, test);
    }

    /** Returns the bus bandwidth for large messages, in GB/s. */
    public double peak() {
        return peak;
    }

    void peak(double gigabytes) {
        peak = gigabytes;
    }
}
