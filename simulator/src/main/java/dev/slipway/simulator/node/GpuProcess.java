package dev.slipway.simulator.node;

/** Describes a process on a GPU; {@code owner}: a service, a pod's uid, {@code job-12}, or {@code foreign}. */
public record GpuProcess(long pid, String command, int slot, String owner) {
    /** The server of MPS: it waits on a GPU for programs, and computes nothing itself. */
    public static final String MPS = "/usr/bin/nvidia-cuda-mps-server";

    public boolean mps() {
        return command.equals(MPS);
    }
}
