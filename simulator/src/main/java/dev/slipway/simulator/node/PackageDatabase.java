package dev.slipway.simulator.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds the package database of a node of any family, the versions its repository offers, and the states that block a
 * transaction. Not safe on its own: used inside the node only.
 */
public final class PackageDatabase {
    /** Is a hold on any version. */
    static final String ANY = "*";

    private final Map<String, PackageEntry> entries = new TreeMap<>();
    private final Map<String, TreeSet<String>> beside = new TreeMap<>();
    private final Map<String, TreeSet<String>> holds = new TreeMap<>();
    private final Map<String, List<String>> repository = new TreeMap<>();
    private final TreeSet<String> failingScripts = new TreeSet<>();
    private Family family = Family.UBUNTU;
    private Optional<Lock> lock = Optional.empty();
    private Optional<String> fullDisk = Optional.empty();
    private boolean interrupted;
    private boolean mirrorGone;
    private boolean unknownKey;
    private boolean listsPresent = true;

    /** Describes who holds the lock of the database, and until when; one of our own runs holds it without end. */
    public record Lock(long pid, String process, Instant until) {}

    public Family family() {
        return family;
    }

    /** Another system is installed: nothing of what was there is left, and nothing is on offer yet. */
    void become(Family other) {
        family = other;
        entries.clear();
        beside.clear();
        holds.clear();
        repository.clear();
    }

    /** Makes {@code version} available. */
    public void offer(String name, String version) {
        List<String> versions = repository.computeIfAbsent(name, n -> new ArrayList<>());
        if (!versions.contains(version)) {
            versions.add(version);
            versions.sort(family::compare);
        }
    }

    /** Puts a version in place as if it had always been there. */
    public void put(String name, String version, boolean held) {
        set(name, version, PackageEntry.INSTALLED);
        beside.remove(name);
        hold(name, held);
    }

    /** Returns whether a package of that name is installed or on offer. */
    public boolean knows(String name) {
        return entries.containsKey(name) || repository.containsKey(name);
    }

    public Optional<PackageEntry> find(String name) {
        return Optional.ofNullable(entries.get(name)).map(this::withHold);
    }

    private PackageEntry withHold(PackageEntry entry) {
        TreeSet<String> held = holds.getOrDefault(entry.name(), new TreeSet<>());
        boolean here = held.contains(ANY) || (held.size() == 1 && held.contains(entry.version()));
        return entry.held(here);
    }

    /** Returns the version of a package, or empty text if it is absent. */
    public String version(String name) {
        return find(name).map(PackageEntry::version).orElse("");
    }

    /** Returns every version of a package that is installed, oldest first. */
    public List<String> versions(String name) {
        List<String> versions = new ArrayList<>(beside.getOrDefault(name, new TreeSet<>()));
        find(name).map(PackageEntry::version).ifPresent(versions::add);
        versions.sort(family::compare);
        return versions;
    }

    /** Leaves a version of a package beside the one that is in place. */
    public void leaveBeside(String name, String version) {
        beside.computeIfAbsent(name, n -> new TreeSet<>()).add(version);
    }

    /** Takes away a version that lies beside the one in place. */
    public void clean(String name, String version) {
        TreeSet<String> left = beside.getOrDefault(name, new TreeSet<>());
        left.remove(version);
        if (left.isEmpty()) {
            beside.remove(name);
        }
    }

    public List<PackageEntry> all() {
        return entries.values().stream().map(this::withHold).toList();
    }

    /** Returns the packages that are unpacked or half configured, or that lie there in two versions. */
    public List<PackageEntry> broken() {
        return all().stream().filter(e -> !e.configured() || doubled(e.name())).toList();
    }

    /** Returns whether an interrupted transaction has left two versions of a package that has only one. */
    public boolean doubled(String name) {
        return beside.containsKey(name) && !family.keepsMany(name);
    }

    public List<String> held() {
        return all().stream().filter(PackageEntry::held).map(PackageEntry::name).toList();
    }

    /** Returns every hold: a name and what of it is held. */
    public Map<String, Set<String>> holds() {
        return new TreeMap<>(holds);
    }

    /** Holds this version of a package beside those that are held already. */
    public void hold(String name, String version) {
        holds.computeIfAbsent(name, n -> new TreeSet<>()).add(version);
    }

    /** Returns the names of all packages on offer. */
    public Set<String> onOffer() {
        return listsPresent ? new TreeSet<>(repository.keySet()) : Set.of();
    }

    /** Returns the versions on offer, oldest first; empty if the package or the package lists are unknown. */
    public List<String> offers(String name) {
        return listsPresent ? List.copyOf(repository.getOrDefault(name, List.of())) : List.of();
    }

    /** Returns whether {@code a} is older than {@code b}. */
    public boolean older(String a, String b) {
        return family.compare(a, b) < 0;
    }

    public void set(String name, String version, String status) {
        clean(name, version);
        entries.put(name, new PackageEntry(name, version, status, false));
    }

    /** Removes a package, with its hold; its versions on offer stay. */
    public void remove(String name) {
        entries.remove(name);
        beside.remove(name);
        holds.remove(name);
    }

    public void hold(String name, boolean held) {
        holds.remove(name);
        find(name).filter(e -> held).ifPresent(e -> hold(name, family.held(e.version())));
    }

    /** Returns the foreign process that holds the lock now. */
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

    /** Returns whether the packages on offer are signed with a key that the node does not know. */
    public boolean unknownKey() {
        return unknownKey;
    }

    public void unknownKey(boolean unknown) {
        unknownKey = unknown;
    }

    public boolean mirrorGone() {
        return mirrorGone;
    }

    public void mirrorGone(boolean gone) {
        mirrorGone = gone;
    }

    public boolean listsPresent() {
        return listsPresent;
    }

    public void listsPresent(boolean present) {
        listsPresent = present;
    }
}
