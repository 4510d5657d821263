package dev.slipway.model;

/** One field on which a node differs from its baseline; {@code actionable} is false for firmware. */
public record Difference(String field, String found, String wanted, boolean actionable) {

    @Override
    public String toString() {
        return field + " " + found + " → want " + wanted;
    }
}
