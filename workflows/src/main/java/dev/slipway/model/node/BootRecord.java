package dev.slipway.model.node;

import java.util.ArrayList;
import java.util.List;

/**
 * Records how a node chose its kernel before a run changed that: the boot loader's {@code setting}, the entry that it
 * had {@code saved}, and the packages of kernels that were {@code held}. They are restored together, or not at all.
 */
public record BootRecord(String setting, String savedEntry, String kernel, List<String> held) {

    /** Returns what differs from how it {@code was}, one line per difference. */
    public List<String> changesSince(BootRecord was) {
        List<String> changes = new ArrayList<>();
        if (!kernel.equals(was.kernel)) {
            changes.add("boot default " + was.kernel + " → " + kernel);
        }
        held.stream().filter(name -> !was.held.contains(name)).forEach(name -> changes.add(name + " held: no → yes"));
        was.held.stream().filter(name -> !held.contains(name)).forEach(name -> changes.add(name + " held: yes → no"));
        return List.copyOf(changes);
    }
}
