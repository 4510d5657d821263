package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.Rendering;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.Selection;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/** Opens watches, feeds them with changes, and ends them. */
final class WatchHub {
    private static final long DEFAULT_SECONDS = 1800;

    private final StateLock state;
    private final ObjectStore store;
    private final Set<Watcher> watchers = new LinkedHashSet<>();

    WatchHub(StateLock state, ObjectStore store) {
        this.state = state;
        this.store = store;
        store.onChange(change -> watchers.stream()
                .filter(watcher -> watcher.selection().type() == change.type())
                .forEach(watcher -> watcher.offer(change)));
    }

    /** Starts a watch; a revision that is too old gives a stream with one error event, as the real server does. */
    Watcher open(Selection selection, ApiRequest request) {
        long revision = request.number("resourceVersion", 0);
        boolean initial = request.flag("sendInitialEvents");
        boolean bookmarks = request.flag("allowWatchBookmarks");
        requireMatch(request);
        long seconds = request.number("timeoutSeconds", 0);
        Duration lifetime = Duration.ofSeconds(seconds == 0 ? DEFAULT_SECONDS : seconds);
        Watcher watcher = new Watcher(selection, bookmarks, lifetime);
        if (initial || revision == 0) {
            offerPresent(watcher);
        } else if (revision < store.compacted()) {
            offerExpired(watcher, revision);
            return watcher;
        } else {
            store.since(selection.type(), revision).forEach(watcher::offer);
        }
        if (initial && bookmarks) {
            ObjectNode bookmark = bookmark(selection.type());
            Kube.child(Kube.metadata(bookmark), "annotations").put("k8s.io/initial-events-end", "true");
            watcher.offer(Watcher.Kind.BOOKMARK, bookmark);
        }
        watchers.add(watcher);
        return watcher;
    }

    private static void requireMatch(ApiRequest request) {
        boolean asked = !request.query("sendInitialEvents").isEmpty();
        boolean matched = request.query("resourceVersionMatch").equals("NotOlderThan");
        if (asked && !matched) {
            throw new ApiError(
                    422,
                    "Invalid",
                    "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents"
                            + " requires setting resourceVersionMatch to NotOlderThan");
        }
        if (!asked && !request.query("resourceVersionMatch").isEmpty()) {
            throw new ApiError(
                    422,
                    "Invalid",
                    "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is"
                            + " forbidden for watch unless sendInitialEvents is provided");
        }
    }

    private void offerPresent(Watcher watcher) {
        Selection selection = watcher.selection();
        for (ObjectNode object : store.all(selection.type(), selection.namespace())) {
            if (selection.matches(object)) {
                watcher.offer(Watcher.Kind.ADDED, Rendering.whole(selection.type(), object));
            }
        }
    }

    private void offerExpired(Watcher watcher, long revision) {
        ApiError error = ApiError.expired("too old resource version: " + revision + " (" + store.compacted() + ")");
        watcher.offer(Watcher.Kind.ERROR, error.status());
        watcher.offer(Watcher.Kind.END, Kube.object());
    }

    private ObjectNode bookmark(ResourceType type) {
        ObjectNode bookmark = Kube.object();
        bookmark.put("kind", type.kind()).put("apiVersion", type.apiVersion());
        ObjectNode metadata = bookmark.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(store.revision()));
        metadata.putNull("creationTimestamp");
        return bookmark;
    }

    /** Tells a client how far it has come. */
    void sendBookmark(Watcher watcher) {
        state.run(() -> {
            if (watcher.bookmarks()) {
                watcher.offer(
                        Watcher.Kind.BOOKMARK, bookmark(watcher.selection().type()));
            }
        });
    }

    /** Ends a watch in order: what is queued, a last bookmark, the end. */
    void finish(Watcher watcher) {
        state.run(() -> {
            if (watchers.remove(watcher)) {
                sendBookmark(watcher);
                watcher.offer(Watcher.Kind.END, Kube.object());
            }
        });
    }

    void forget(Watcher watcher) {
        state.run(() -> watchers.remove(watcher));
    }

    /** Breaks every open watch off. */
    void cutAll() {
        state.run(() -> {
            watchers.forEach(watcher -> watcher.offer(Watcher.Kind.CUT, Kube.object()));
            watchers.clear();
        });
    }

    int open() {
        return state.call(watchers::size);
    }
}
