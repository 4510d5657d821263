package dev.slipway.model.facts;

import java.util.Map;

/**
 * Holds {@code /etc/cluster-image.json}, in which the image builder records what it built. {@code extra} holds keys
 * that we do not know.
 */
public record ImageManifest(
        String imageVersion,
        String built,
        String kernel,
        String driverBranch,
        String cudaBranch,
        Map<String, String> extra) {}
