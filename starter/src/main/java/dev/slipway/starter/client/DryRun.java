package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** Reports what a run would do. */
public record DryRun(
        String cluster,
        String node,
        String runbook,
        String goal,
        String row,
        String title,

        @Schema(
                description = "One of clean, report, hold, divert, settings, boot, image, converge, reload, reinstall,"
                        + " purge, rebuild, initramfs, cdi, forward, deliver, back, prepare, retreat, match, restart,"
                        + " register, reset_all, inspect, reset_gpu, reboot, power_cycle, replace, persist.")
        String route,

        List<String> differences,
        List<String> plan,
        List<String> changes,
        List<String> commands) {}
