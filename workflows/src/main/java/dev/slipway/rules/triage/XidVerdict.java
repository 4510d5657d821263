package dev.slipway.rules.triage;

import java.time.Instant;

/**
 * Judges one XID or SXid on one device, over all its occurrences; {@code code} 0 is the driver's own word without one.
 * {@code serial} is empty if nothing shows which GPU is there. {@code by} is who decided {@code care}.
 */
public record XidVerdict(Device device, int code, Count count, Bucket bucket, XidAction care, By by, String meaning) {

    /** Lists who decides what is done: the driver, before the catalogue; the site may only be stricter. */
    public enum By {
        DRIVER,
        CATALOGUE,
        SITE
    }

    /** Identifies a GPU or switch, by its bus address and by its serial. */
    public record Device(String bdf, String serial, boolean nvswitch) {
        @Override
        public String toString() {
            String name = (nvswitch ? "NVSwitch " : "GPU ") + bdf;
            return nvswitch ? name : name + (serial.isEmpty() ? ", serial unknown" : ", serial " + serial);
        }
    }

    /** Counts how often it came since the instant that counts, and when last. */
    public record Count(int times, Instant last) {}

    XidVerdict as(XidAction other, By who, String why) {
        return new XidVerdict(device, code, count, bucket, other, who, why);
    }

    /** Returns, for people, which XID on which GPU, and who requires which action. */
    @Override
    public String toString() {
        String what = code == 0 ? "the driver" : (device.nvswitch() ? "SXid " : "XID ") + code;
        String times = count.times() > 1 ? " ×" + count.times() : "";
        return what + times + " on " + device + ": " + meaning + " (" + origin() + ")";
    }

    private String origin() {
        return switch (by) {
            case DRIVER -> "the driver decides";
            case CATALOGUE -> "NVIDIA: " + bucket.words();
            case SITE -> "the site's rule decides";
        };
    }
}
