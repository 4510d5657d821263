package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.Change;
import dev.slipway.simulator.kubernetes.resource.Identities;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Holds the objects of the cluster and their recent history. Stored objects are never changed in place; every call must
 * hold the state lock.
 */
final class ObjectStore {
    private static final int KEPT_CHANGES = 50_000;

    private final StateLock state;
    private final Identities identities;
    private final InstantSource clock;
    private final Map<ResourceType, NavigableMap<String, ObjectNode>> objects = new EnumMap<>(ResourceType.class);
    private final Deque<Change> history = new ArrayDeque<>();
    private final List<Consumer<Change>> listeners = new ArrayList<>();
    private long revision = 1;
    private long compacted;

    ObjectStore(StateLock state, Identities identities, InstantSource clock) {
        this.state = state;
        this.identities = identities;
        this.clock = clock;
        for (ResourceType type : ResourceType.values()) {
            objects.put(type, new TreeMap<>());
        }
    }

    void onChange(Consumer<Change> listener) {
        listeners.add(listener);
    }

    NavigableMap<String, ObjectNode> all(ResourceType type) {
        NavigableMap<String, ObjectNode> found = objects.get(type);
        if (found == null) {
            throw new IllegalStateException("no store for " + type);
        }
        return found;
    }

    /** Returns the objects of one kind, in one namespace or, when that is empty, everywhere. */
    Iterable<ObjectNode> all(ResourceType type, String namespace) {
        NavigableMap<String, ObjectNode> found = all(type);
        return namespace.isEmpty()
                ? found.values()
                : found.subMap(namespace + "/", true, namespace + "0", false).values();
    }

    Optional<ObjectNode> find(ResourceType type, String key) {
        return Optional.ofNullable(all(type).get(key));
    }

    ObjectNode get(ResourceType type, String namespace, String name) {
        return find(type, Kube.key(namespace, name)).orElseThrow(() -> ApiError.notFound(type, name));
    }

    long revision() {
        return revision;
    }

    long compacted() {
        return compacted;
    }

    Identities identities() {
        return identities;
    }

    InstantSource clock() {
        return clock;
    }

    /** Changes of one kind after a revision, oldest first. */
    List<Change> since(ResourceType type, long after) {
        return history.stream()
                .filter(change -> change.revision() > after && change.type() == type)
                .toList();
    }

    /** Forgets the history, as a compaction of the real store does. */
    void compact() {
        history.clear();
        compacted = revision;
    }

    /** Returns the object as {@link #create} would store it. */
    ObjectNode prepared(ResourceType type, ObjectNode wanted) {
        ObjectNode object = wanted.deepCopy();
        object.remove("kind");
        object.remove("apiVersion");
        ObjectNode metadata = Kube.metadata(object);
        metadata.remove("managedFields");
        metadata.remove("resourceVersion");
        metadata.put("uid", identities.uid());
        metadata.put("creationTimestamp", Kube.time(clock.instant()));
        if (type.hasGeneration()) {
            metadata.put("generation", 1);
        }
        return object;
    }

    ObjectNode create(ResourceType type, ObjectNode wanted) {
        ObjectNode object = prepared(type, wanted);
        String key = Kube.key(object);
        if (all(type).containsKey(key)) {
            throw ApiError.exists(type, Kube.name(object));
        }
        stamp(object);
        all(type).put(key, object);
        publish(new Change(type, Change.Kind.ADDED, Optional.empty(), object, revision));
        return object;
    }

    /** Stores the next state of an object that is there; equal content is no write, as with the real server. */
    ObjectNode replace(ResourceType type, ObjectNode before, ObjectNode next) {
        if (before.equals(next)) {
            return before;
        }
        if (type.hasGeneration() && !before.path("spec").equals(next.path("spec"))) {
            ObjectNode metadata = Kube.metadata(next);
            metadata.put("generation", metadata.path("generation").asLong(1) + 1);
        }
        stamp(next);
        all(type).put(Kube.key(next), next);
        publish(new Change(type, Change.Kind.MODIFIED, Optional.of(before), next, revision));
        return next;
    }

    /** Applies an edit to an object if it is there. */
    void edit(ResourceType type, String key, Consumer<ObjectNode> edit) {
        find(type, key).ifPresent(before -> {
            ObjectNode next = before.deepCopy();
            edit.accept(next);
            replace(type, before, next);
        });
    }

    /** Removes an object now; its last state carries the revision of the removal. */
    ObjectNode remove(ResourceType type, ObjectNode before) {
        ObjectNode gone = before.deepCopy();
        stamp(gone);
        all(type).remove(Kube.key(before));
        publish(new Change(type, Change.Kind.DELETED, Optional.of(before), gone, revision));
        return gone;
    }

    private void stamp(ObjectNode object) {
        revision++;
        Kube.metadata(object).put("resourceVersion", Long.toString(revision));
    }

    private void publish(Change change) {
        history.addLast(change);
        if (history.size() > KEPT_CHANGES) {
            compacted = history.removeFirst().revision();
        }
        listeners.forEach(listener -> listener.accept(change));
        state.signalChanged();
    }
}
