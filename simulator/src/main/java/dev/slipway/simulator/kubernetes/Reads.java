package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import dev.slipway.simulator.kubernetes.resource.FieldSelector;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.Rendering;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.Selection;
import dev.slipway.simulator.kubernetes.resource.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Serves get and list, with selectors, paging and revisions. Calls hold the state lock. */
final class Reads {
    private static final int KEPT_SNAPSHOTS = 200;

    private final ObjectStore store;
    private final PodIndex pods;
    private final Map<String, Snapshot> snapshots = new LinkedHashMap<>();
    private long nextSnapshot = 1;

    /** Holds the matches of a paged list as they were when its first page was served. */
    private record Snapshot(long revision, List<ObjectNode> items) {}

    Reads(ObjectStore store, PodIndex pods) {
        this.store = store;
        this.pods = pods;
    }

    ObjectNode get(Target target) {
        ObjectNode found = store.get(target.type(), target.namespace(), target.name());
        return Rendering.whole(target.type(), found);
    }

    ObjectNode list(Selection selection, ApiRequest request) {
        long limit = request.number("limit", 0);
        String token = request.query("continue");
        if (!token.isEmpty()) {
            return goOn(selection, token, limit);
        }
        requireRevision(request);
        List<ObjectNode> found = new ArrayList<>();
        for (ObjectNode object : candidates(selection)) {
            if (selection.matches(object)) {
                found.add(object);
            }
        }
        return page(selection.type(), new Snapshot(store.revision(), found), 0, limit);
    }

    private Iterable<ObjectNode> candidates(Selection selection) {
        if (selection.type() == ResourceType.PODS) {
            for (FieldSelector.Requirement asked : selection.fields().requirements()) {
                if (asked.equal()
                        && asked.field().equals("spec.nodeName")
                        && !asked.value().isEmpty()) {
                    return pods.on(asked.value());
                }
            }
        }
        return store.all(selection.type(), selection.namespace());
    }

    private void requireRevision(ApiRequest request) {
        String match = request.query("resourceVersionMatch");
        long revision = request.number("resourceVersion", 0);
        if (!match.isEmpty() && request.query("resourceVersion").isEmpty()) {
            throw ApiError.badRequest("resourceVersionMatch is forbidden unless resourceVersion is provided");
        }
        if (match.equals("Exact") && revision < store.revision()) {
            throw ApiError.expired("The provided resource version is too old: " + revision);
        }
    }

    private ObjectNode page(ResourceType type, Snapshot all, int from, long limit) {
        int size = all.items().size();
        int to = limit == 0 ? size : (int) Math.min(size, from + limit);
        ObjectNode list = Rendering.list(type, all.revision(), all.items().subList(from, to));
        if (to < size) {
            ObjectNode metadata = Kube.metadata(list);
            metadata.put("continue", remember(all, to));
            metadata.put("remainingItemCount", size - to);
        }
        return list;
    }

    private String remember(Snapshot all, int next) {
        String id = Long.toString(nextSnapshot++);
        snapshots.put(id, all);
        if (snapshots.size() > KEPT_SNAPSHOTS) {
            snapshots.remove(snapshots.keySet().iterator().next());
        }
        String lastKey = Kube.key(all.items().get(next - 1));
        String text = id + " " + next + " " + lastKey;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private ObjectNode goOn(Selection selection, String token, long limit) {
        String[] parts = decode(token);
        if (parts[0].equals("-")) {
            return page(selection.type(), after(selection, parts[2]), 0, limit);
        }
        Snapshot all = snapshots.get(parts[0]);
        if (all == null || all.revision() < store.compacted()) {
            throw expired(parts[2]);
        }
        return page(selection.type(), all, Integer.parseInt(parts[1]), limit);
    }

    private static String[] decode(String token) {
        String text;
        try {
            text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            ApiError error = ApiError.badRequest("continue key is not valid: " + e.getMessage());
            error.initCause(e);
            throw error;
        }
        if (!text.matches("(-|[0-9]{1,18}) [0-9]{1,9} \\S+")) {
            throw ApiError.badRequest("continue key is not valid: incorrect encoding");
        }
        return text.split(" ", 3);
    }

    /** Returns the 410, which itself carries a token that continues with the present objects. */
    private static ApiError expired(String lastKey) {
        ApiError error = ApiError.expired("The provided continue parameter is too old to display a consistent list"
                + " result. You can start a new list without the continue parameter, or use the continue token in this"
                + " response to retrieve the remainder of the results.");
        byte[] text = ("- 0 " + lastKey).getBytes(StandardCharsets.UTF_8);
        Kube.metadata(error.status())
                .put("continue", Base64.getUrlEncoder().withoutPadding().encodeToString(text));
        return error;
    }

    private Snapshot after(Selection selection, String lastKey) {
        List<ObjectNode> rest = store.all(selection.type()).tailMap(lastKey, false).values().stream()
                .filter(selection::matches)
                .toList();
        return new Snapshot(store.revision(), rest);
    }
}
