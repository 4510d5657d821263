package dev.slipway.model.facts;

/**
 * Describes a process that holds a device file of a GPU, and its owner: {@code pod ml/train-7}, {@code job 12}, {@code
 * service nvidia-dcgm.service}, or {@code nobody we know}. A process of a pod or of a job is never ended. A process of
 * MPS that is named for itself has no device.
 */
public record DeviceHolder(long pid, String command, String device, String of) {

    /** Returns whether it belongs to a pod or to a job. */
    public boolean atWork() {
        return of.startsWith("pod ") || of.startsWith("job ");
    }

    @Override
    public String toString() {
        return (device.isEmpty() ? "MPS:" : device + " held by") + " pid " + pid + " " + command + " (" + of + ")";
    }
}
