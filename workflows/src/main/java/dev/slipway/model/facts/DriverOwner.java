package dev.slipway.model.facts;

/** Names who may change the driver of a node. {@link #BOTH} is a fault in itself. */
public enum DriverOwner {
    HOST_PACKAGED,
    OPERATOR_CONTAINER,
    RUNFILE,
    BOTH,
    NONE
}
