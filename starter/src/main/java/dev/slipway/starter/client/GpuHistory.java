package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** Describes one GPU: its last place, what its history requires, and its events, newest first. */
public record GpuHistory(
        String serial,
        String cluster,
        String node,
        List<String> asks,
        List<Event> events,

        @Schema(description = "How many older events are left out; the GPU's own path has all of them.")
        int more) {

    /** Describes one event of a GPU. */
    @Schema(name = "GpuEvent")
    public record Event(
            String at,

            @Schema(description = "xid, job, lost, reset, reboot, reseat, isolate or rma.")
            String kind,

            String detail,
            String node) {}
}
