package dev.slipway.demo;

import java.util.List;
import java.util.stream.Stream;

/** The journals of runs whose {@link Fate} is known. Those of a runbook that another one led to begin with its name. */
final class FateSteps {
    static final List<String> FORWARD = List.of(
            "facts",
            "diagnose",
            "pre-checks",
            "capacity",
            "cordon",
            "evidence",
            "drain",
            "preview",
            "converge",
            "idempotence",
            "reboot",
            "settings",
            "services",
            "hold-packages",
            "facts-after",
            "gates",
            "diag-1",
            "diag-3",
            "nccl",
            "partner",
            "nccl-pair",
            "smoke",
            "facts-proven",
            "record-verification",
            "readmit",
            "soak",
            "release");

    static final List<String> BACKWARD = List.of(
            "undo-facts",
            "undo-converge",
            "undo-reboot",
            "undo-settings",
            "undo-facts-after",
            "undo-gates",
            "undo-diag-1",
            "undo-diag-3",
            "undo-nccl",
            "undo-hold-packages",
            "undo-partner",
            "undo-nccl-pair",
            "undo-smoke",
            "undo-pin",
            "undo-facts-proven",
            "undo-record-verification",
            "undo-readmit",
            "undo-release");

    private static final List<String> FROM_FACTS_TO_DRAIN =
            List.of("facts", "diagnose", "pre-checks", "evidence", "drain");

    private static final List<String> WITHOUT_USERS =
            List.of("list-driver-clients", "pause-operands", "stop-clients", "start-clients", "resume-operands");

    private static final List<String> PROVEN = List.of(
            "services",
            "settings",
            "facts-after",
            "gates",
            "diag-1",
            "diag-3",
            "nccl",
            "facts-proven",
            "record-verification",
            "readmit",
            "soak",
            "release");

    static final List<String> NO_ROOM = List.of("kernel-gpu-missing-hold");

    static final List<String> RELOAD = reached(
            "module-reload",
            WITHOUT_USERS,
            "initramfs",
            "check-driver-versions",
            "unload",
            "load-modules",
            "cdi",
            "hold-packages",
            "diag-2");

    static final List<String> RELOAD_BY_REBOOT = List.of("module-reload-reboot");

    static final List<String> BUILD = reached(
            "kernel-gpu-missing",
            List.of(),
            "nouveau",
            "headers",
            "build",
            "initramfs",
            "load-module",
            "reboot",
            "check-running-kernel",
            "hold-packages",
            "modules",
            "diag-2",
            "partner",
            "smoke");

    static final List<String> BACK_A_KERNEL =
            of("kernel-gpu-missing", Stream.of("boot-state", "boot-once", "boot-always", "hold-kernel"));

    static final List<String> FIRMWARE = reached(
            "gsp-mismatch",
            WITHOUT_USERS,
            "purge",
            "reinstall",
            "rebuild",
            "initramfs",
            "reboot",
            "gsp",
            "hold-packages",
            "diag-2",
            "gate-gsp");

    static final List<String> GPU = reached(
            "gpu-fault-rma",
            WITHOUT_USERS,
            "suspects",
            "evidence-gpu",
            "reset",
            "facts-after-stage",
            "record-gpu-event",
            "check-fault-cleared",
            "reboot");

    static final List<String> FABRIC = reached(
            "fabric-manager",
            WITHOUT_USERS,
            "reset-gpus",
            "restart-fabric",
            "wait-gpus-registered",
            "reboot",
            "wait-gpus-registered-after-boot",
            "hold-packages");

    static final List<String> REGISTER = Stream.concat(
                    WITHOUT_USERS.stream(),
                    Stream.of("unregistered", "reset-gpus", "restart-fabric", "wait-gpus-registered"))
            .toList();

    static final List<String> RESET_ALL = List.of("reset-all", "gsp", "diag-2", "gate-gsp");

    static final List<String> WRITTEN = List.of("facts-image", "image", "facts-reimaged");

    static final List<String> WRITTEN_BACK =
            List.of("undo-facts-image", "undo-image", "undo-facts-reimaged", "undo-services");

    static final List<String> MATCH = List.of("match");

    static final List<String> REPLACE =
            of("gpu-fault-rma", Stream.of("power-cycle", "hold", "rma-history", "rma-record", "rma-ticket"));

    private FateSteps() {}

    /** All of a runbook that was led to: what each of them does, in this order, and its own. */
    private static List<String> reached(String slug, List<String> users, String... own) {
        return of(
                slug,
                Stream.of(FROM_FACTS_TO_DRAIN, users, List.of(own), PROVEN).flatMap(List::stream));
    }

    private static List<String> of(String slug, Stream<String> steps) {
        return steps.map(step -> slug + "-" + step).toList();
    }
}
