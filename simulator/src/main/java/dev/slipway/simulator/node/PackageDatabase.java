package dev.slipway.simulator.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The package database of a node, the versions its repository offers, and the states that stand in apt's way. Not safe
 * on its own: used inside the node only.
 */
public final class PackageDatabase {
    private final Map<String, PackageEntry> entries = new TreeMap<>();
    private final Map<String, List<String>> repository = new TreeMap<>();
    private final TreeSet<String> failingScripts = new TreeSet<>();
    private Optional<Lock> lock = Optional.empty();
    private Optional<String> fullDisk = Optional.empty();
    private boolean interrupted;
    private boolean mirrorGone;
    private boolean listsPresent = true;

    /** Who holds the dpkg lock, and until when; an apt run of our own holds it without end. */
    public record Lock(long pid, String process, Instant until) {}

    /** Makes {@code version} available; the order of calls is the order of age. */
    public void offer(String name, String version) {
        List<String> versions = repository.computeIfAbsent(name, n -> new ArrayList<>());
        if (!versions.contains(version)) {
            versions.add(version);
        }
    }

    /** Puts a version in place as if it had always been there. */
    public void place(String name, String version, boolean held) {
        entries.put(name, new PackageEntry(name, version, PackageEntry.INSTALLED, held));
    }

    public Optional<PackageEntry> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** The version of a package, or empty text where it is absent. */
    public String version(String name) {
        return find(name).map(PackageEntry::version).orElse("");
    }

    public List<PackageEntry> all() {
        return List.copyOf(entries.values());
    }

    /** The packages that are unpacked or half configured. */
    public List<PackageEntry> broken() {
        return entries.values().stream().filter(e -> !e.configured()).toList();
    }

    public List<String> held() {
        return entries.values().stream()
                .filter(PackageEntry::held)
                .map(PackageEntry::name)
                .toList();
    }

    /** The versions on offer, oldest first; empty where the package or the package lists are unknown. */
    public List<String> offers(String name) {
        return listsPresent ? List.copyOf(repository.getOrDefault(name, List.of())) : List.of();
    }

    /** Whether {@code a} is older than {@code b} for this package: by order of offer. */
    public boolean older(String name, String a, String b) {
        List<String> versions = repository.getOrDefault(name, List.of());
        return versions.indexOf(a) < versions.indexOf(b);
    }

    public void set(String name, String version, String status) {
        PackageEntry now = entries.getOrDefault(name, new PackageEntry(name, version, status, false));
        entries.put(name, now.at(version, status));
    }

    public void hold(String name, boolean held) {
        find(name).ifPresent(e -> entries.put(name, e.held(held)));
    }

    /** The foreign process that holds the dpkg lock now. */
    public Optional<Lock> lock(Instant now) {
        lock = lock.filter(l -> l.until().isAfter(now));
        return lock;
    }

    public void lockedBy(Lock holder) {
        lock = Optional.of(holder);
    }

    public void unlock() {
        lock = Optional.empty();
    }

    public boolean interrupted() {
        return interrupted;
    }

    public void interrupted(boolean now) {
        interrupted = now;
    }

    public Optional<String> fullDisk() {
        return fullDisk;
    }

    public void fullDisk(Optional<String> path) {
        fullDisk = path;
    }

    public boolean failsToConfigure(String name) {
        return failingScripts.contains(name);
    }

    public void failToConfigure(String name, boolean fails) {
        if (fails) {
            failingScripts.add(name);
        } else {
            failingScripts.remove(name);
        }
    }

    public boolean mirrorGone() {
        return mirrorGone;
    }

    public void mirrorGone(boolean gone) {
        mirrorGone = gone;
    }

    public void listsPresent(boolean present) {
        listsPresent = present;
    }
}
