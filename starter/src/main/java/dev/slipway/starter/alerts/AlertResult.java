package dev.slipway.starter.alerts;

/**
 * Reports the result of one alert. {@code verdict}: {@code started}, {@code proposed}, {@code ignored} or {@code
 * resolved}; {@code again}: it was answered before, and nothing was done now.
 */
record AlertResult(
        String fingerprint,
        String startsAt,
        String alert,
        String node,
        String verdict,
        boolean again,
        String link,
        String detail) {

    boolean usable() {
        return !verdict.equals("ignored");
    }
}
