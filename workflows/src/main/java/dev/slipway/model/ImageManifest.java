package dev.slipway.model;

import java.util.Map;

/** {@code /etc/cluster-image.json}: what the image builder says it built. {@code extra} keeps keys we do not know. */
public record ImageManifest(
        String imageVersion,
        String built,
        String kernel,
        String driverBranch,
        String cudaBranch,
        Map<String, String> extra) {}
