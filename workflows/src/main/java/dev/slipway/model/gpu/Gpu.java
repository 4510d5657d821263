package dev.slipway.model.gpu;

/**
 * Describes one GPU as the driver reports it. Identity is {@code uuid}, {@code serial} and {@code bdf}, never the
 * index.
 */
public record Gpu(int index, String uuid, String serial, String bdf, String name, String driverVersion, Health health) {

    /**
     * Describes health as far as the driver knows it; {@code [N/A]} if it does not. Recovery action {@code None} is
     * clean, an empty text is unknown.
     */
    public record Health(String recoveryAction, String remapPending, String remapFailure, String vbios, String mig) {}
}
