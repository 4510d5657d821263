package dev.slipway.simulator.node;

/** Describes a systemd unit: {@code active} is systemd's word (active, inactive, failed). */
public record ServiceState(String unit, String active, boolean enabled) {

    /** Returns the sub state that goes with {@link #active}. */
    public String sub() {
        return switch (active) {
            case "active" -> "running";
            case "failed" -> "failed";
            default -> "dead";
        };
    }
}
