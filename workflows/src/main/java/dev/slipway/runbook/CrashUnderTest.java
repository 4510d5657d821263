package dev.slipway.runbook;

/** The node left the boot under which its gates were being answered. Only the frame catches it. */
final class CrashUnderTest extends RuntimeException {
    CrashUnderTest(String reason) {
        super("crashed under test: " + reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
