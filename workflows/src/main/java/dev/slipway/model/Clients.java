package dev.slipway.model;

import java.util.List;

/**
 * What uses the driver's kernel modules, as it was found before anything was stopped: active units in the order in
 * which they start, loaded modules in the order in which they load, and who holds a device file. Kept in the history,
 * so that what is put back is what was found, whatever became of the worker between.
 */
public record Clients(List<String> services, List<String> modules, List<DeviceHolder> holders) {

    /** The same, but that service. */
    public Clients without(String service) {
        return new Clients(services.stream().filter(s -> !s.equals(service)).toList(), modules, holders);
    }

    /** One line for each holder, for the journal. */
    public List<String> told() {
        return holders.stream().map(DeviceHolder::toString).toList();
    }
}
