package dev.slipway.simulator.kubernetes.spec;

/** Lists the controllers that this server plays; each can be stopped and go on later with everything it missed. */
public enum Controller {
    DISRUPTION,
    NODE_LIFECYCLE,
    TAINT_EVICTION,
    DAEMON_SET,
    WORKLOAD,
    SCHEDULER,
    POD_GARBAGE
}
