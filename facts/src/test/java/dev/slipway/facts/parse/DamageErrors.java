package dev.slipway.facts.parse;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a tool, a shell, a launcher or a connection says of itself beside an output. */
final class DamageErrors {
    /** Lines by which tools say themselves that something is wrong; the first ones come in the place of any tool. */
    private static final List<String> ANY_ERROR = List.of(
            "bash: line 1: tool: command not found",
            "Segmentation fault (core dumped)",
            "Killed",
            "timeout: the monitored command dumped core",
            "sudo: a password is required",
            "client_loop: send disconnect: Broken pipe",
            "Connection to gpu-001 closed by remote host.",
            "Timeout, server gpu-001 not responding.",
            "packet_write_wait: Connection to 10.0.0.1 port 22: Broken pipe",
            "command terminated with exit code 137",
            "error: Internal error occurred: error executing command in container",
            "srun: error: gpu-001: task 3: Exited with exit code 1",
            "slurmstepd: error: *** STEP 1.0 ON gpu-001 CANCELLED AT 2026-11-24T10:00:00 ***",
            "mpirun noticed that process rank 3 with PID 0 on node gpu-001 exited on signal 9 (Killed).",
            "Error response from daemon: No such container: dcgm",
            "grep: (standard input): binary file matches");

    private static final Map<String, List<String>> OWN_ERRORS = Map.of(
            "ansible",
            List.of("ERROR! Unexpected Exception, this is probably a bug: 'NoneType' object"),
            "dcgmi",
            List.of(
                    "Error: unable to establish a connection to the specified host: localhost",
                    "Error: Unable to connect to host engine. Host engine connection invalid/disconnected.",
                    "Unable to complete diagnostic for group 0. Return: (-33) Timeout."),
            "ipmitool",
            List.of(
                    "Error: Unable to establish IPMI v2 / RMCP+ session",
                    "Get Chassis Power Status failed: Node busy",
                    "Get SEL Info command failed"),
            "kubectl",
            List.of(
                    "Error from server (NotFound): nodes \"gpu-009\" not found",
                    "Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout",
                    "error: unable to drain node \"gpu-009\" due to error: timed out, continuing command...",
                    "The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?"),
            "nccl-tests",
            List.of(
                    "gpu-001: Test NCCL failure common.cu:958 'remote process exited or there was a network error / '",
                    "prterun noticed that process rank 3 with PID 0 on node gpu-001 exited on signal 9 (Killed)."),
            "nvidia-smi",
            List.of(
                    "Unable to determine the device handle for GPU0000:3B:00.0: Unknown Error",
                    "Unable to determine the device handle for GPU 0000:3B:00.0: GPU is lost.  Reboot the system to recover this GPU",
                    "WARNING: infoROM is corrupted at gpu 0000:3B:00.0",
                    "Failed to initialize NVML: Driver/library version mismatch"),
            "nvidia-smi-xml",
            List.of("WARNING: infoROM is corrupted at gpu 0000:3B:00.0"),
            "slurm",
            List.of("slurm_load_node error: Unable to contact slurm controller (connect failure)"),
            "systemd",
            List.of("Unit nvidia-persistenced.service could not be found."));

    private DamageErrors() {}

    /** Those that come in the place of any tool, and the tool's own. */
    static List<String> of(String tool) {
        return Stream.concat(ANY_ERROR.stream(), OWN_ERRORS.getOrDefault(tool, List.of()).stream())
                .toList();
    }
}
