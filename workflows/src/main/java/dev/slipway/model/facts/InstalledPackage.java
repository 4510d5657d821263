package dev.slipway.model.facts;

/**
 * Describes one package of the node's package database. {@code status} is dpkg's third word ({@code installed}, {@code
 * half-configured}) or {@code installed} for rpm.
 */
public record InstalledPackage(String name, String version, String status, boolean held) {}
