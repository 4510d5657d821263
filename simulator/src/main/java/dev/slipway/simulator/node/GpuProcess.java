package dev.slipway.simulator.node;

/** A process that holds a GPU. {@code owner} tells who started it: a service, a pod's uid, {@code job-12}, or {@code foreign}. */
public record GpuProcess(long pid, String command, int slot, String owner) {}
