package dev.slipway.simulator.bmc;

/** Lists how a BMC can be bad. */
public enum BmcFault {
    /** Answers 204 to a reset and does nothing. */
    LIES,
    /** Does what is requested and answers only after {@link SimulatedRedfish#SLOW}. */
    SLOW,
    /** Refuses every reset: a firmware update is in progress. */
    REFUSES,
    /** Answers 503 to everything. */
    BUSY,
    /** Breaks every connection without an answer. */
    DEAD,
    /** Answers with a page for people. */
    HTML,
    /** Answers with fifty megabytes. */
    HUGE,
    /** Breaks off in the middle of its answers. */
    TRUNCATED,
    /** Calls its system by a type that is none of Redfish. */
    ANOTHER_SCHEMA,
    /** Sends everybody to another host. */
    REDIRECTS,
    /** Advertises no ResetType. */
    OFFERS_NOTHING,
    /** Advertises its ResetTypes in an ActionInfo only. */
    ACTION_INFO,
    /** Advertises a restart in one act only. */
    RESTARTS_ONLY,
    /** Takes no basic authentication, only sessions. */
    SESSIONS_ONLY,
    /** Says that it is the BMC of another machine. */
    ANOTHER_MACHINE
}
