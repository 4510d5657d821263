package dev.slipway.model.facts;

import java.util.List;

/**
 * Lists what uses the driver's kernel modules, as it was found before anything was stopped: active units in the order
 * in which they start, loaded modules in the order in which they load, and who holds a device file. It is stored in the
 * history, so that what was found is put back even after the loss of a worker.
 */
public record Clients(List<String> services, List<String> modules, List<DeviceHolder> holders) {

    /** Returns the same, without that service. */
    public Clients without(String service) {
        return new Clients(services.stream().filter(s -> !s.equals(service)).toList(), modules, holders);
    }

    /** Returns one line for each holder, for the journal. */
    public List<String> lines() {
        return holders.stream().map(DeviceHolder::toString).toList();
    }
}
