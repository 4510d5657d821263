package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Change;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.Rendering;
import dev.slipway.simulator.kubernetes.resource.Selection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Queues the events on their way to one watching client. */
final class Watcher {
    private final Selection selection;
    private final boolean bookmarks;
    private final Duration lifetime;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** Is one line of the stream. */
    record Event(Kind kind, ObjectNode object) {
        String line() {
            ObjectNode line = Kube.object();
            line.put("type", kind.name());
            line.set("object", object);
            return line + "\n";
        }
    }

    /** Lists the event types of the protocol, and the two ways a stream ends. */
    enum Kind {
        ADDED,
        MODIFIED,
        DELETED,
        BOOKMARK,
        ERROR,
        END,
        CUT
    }

    Watcher(Selection selection, boolean bookmarks, Duration lifetime) {
        this.selection = selection;
        this.bookmarks = bookmarks;
        this.lifetime = lifetime;
    }

    Selection selection() {
        return selection;
    }

    boolean bookmarks() {
        return bookmarks;
    }

    Duration lifetime() {
        return lifetime;
    }

    void offer(Kind kind, ObjectNode object) {
        events.add(new Event(kind, object));
    }

    /** An object that starts or stops matching the selection is added or deleted for this client. */
    void offer(Change change) {
        boolean now = !change.deleted() && selection.matches(change.object());
        boolean then =
                change.before().isPresent() && selection.matches(change.before().get());
        if (now) {
            offer(then ? Kind.MODIFIED : Kind.ADDED, Rendering.whole(selection.type(), change.object()));
        } else if (then) {
            offer(Kind.DELETED, Rendering.whole(selection.type(), lastKnown(change)));
        }
    }

    private static ObjectNode lastKnown(Change change) {
        if (change.deleted()) {
            return change.object();
        }
        ObjectNode last = change.before().orElse(change.object()).deepCopy();
        Kube.metadata(last).put("resourceVersion", Long.toString(change.revision()));
        return last;
    }

    Optional<Event> next(Duration limit) throws InterruptedException {
        return Optional.ofNullable(events.poll(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS));
    }
}
