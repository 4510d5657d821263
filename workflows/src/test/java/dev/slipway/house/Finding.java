package dev.slipway.house;

/** One place in a module that is over a limit of the house. */
record Finding(String limit, String module, String place) {
    /** What is counted together. */
    String key() {
        return limit + " | " + module;
    }
}
