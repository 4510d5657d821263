package dev.slipway.model;

/** The answer of one gate, e.g. {@code G5}, with what was seen. */
public record GateResult(String gate, Verdict verdict, String detail) {

    @Override
    public String toString() {
        return gate + " " + verdict.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + ": " + detail;
    }
}
