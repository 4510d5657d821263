package dev.slipway.simulator.node;

import java.util.Map;
import java.util.TreeMap;

/**
 * Holds the CDI specifications of a node, each with the driver that it names, and whether nvidia-ctk is installed and
 * works.
 */
public final class CdiFiles {
    private final Map<String, String> specs = new TreeMap<>();
    private boolean tool = true;
    private boolean refuses;

    /** Returns the driver that each specification names, by path. */
    public Map<String, String> specs() {
        return specs;
    }

    /** Writes a specification of this driver. */
    public void write(String path, String driver) {
        specs.put(path, driver);
    }

    /** Returns whether nvidia-ctk is installed on the host. */
    public boolean tool() {
        return tool;
    }

    /** Returns whether nvidia-ctk fails for every specification. */
    public boolean refuses() {
        return refuses;
    }

    void withoutTool() {
        tool = false;
    }

    void refusing() {
        refuses = true;
    }

    /** Drops what a boot loses: everything below /var/run. */
    void booted() {
        specs.keySet().removeIf(path -> path.startsWith("/var/run/"));
    }
}
