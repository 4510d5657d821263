package dev.slipway.model;

/** Who may change the driver of a node. {@link #BOTH} is a fault of its own. */
public enum DriverOwner {
    HOST_PACKAGED,
    OPERATOR_CONTAINER,
    RUNFILE,
    BOTH,
    NONE
}
