package dev.slipway.ledger;

import com.fasterxml.jackson.core.JsonPointer;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.rules.triage.GpuEvents;
import dev.slipway.rules.triage.XidCatalogue;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Stores facts of nodes, one row per collection, never changed. What recurs in them is stored once, in
 * {@link StoredTexts}.
 */
public final class FactsStore {
    /** So many facts of a node are looked through for one in which all its GPUs answered. */
    private static final int LOOKED_BACK = 40;

    /** Limits how many earlier readings of a boot are searched for the owner of a process. */
    private static final int SEEN_BEFORE = 5;

    /** Limits how much of a board's past is shown. Two reboots for one XID count however far apart they are. */
    private static final Duration PAST = Duration.ofDays(365);

    /** Lists what differs between two readings of a node on which nobody changed anything, or after a boot only. */
    private static final List<JsonPointer> CHANGING = Stream.of(
                    "/collectedAt",
                    "/boot",
                    "/hardware/holders",
                    "/kernels/freeBytes",
                    "/load/loaded",
                    "/log/end",
                    "/details/collected",
                    "/details/bootedAt",
                    "/details/onGpus/clients",
                    "/details/outside")
            .map(JsonPointer::compile)
            .toList();

    private static final String NEWEST_FIRST =
            " from facts where cluster = ? and node = ? order by collected_at desc, id";

    private final Sql sql;
    private final StoredTexts texts;
    private final GpuHistory gpus;

    FactsStore(Sql sql, GpuHistory gpus) {
        this.sql = sql;
        this.texts = new StoredTexts(sql);
        this.gpus = gpus;
    }

    /**
     * Safe to repeat: stores facts once under {@code ref.id()}, and their events in the history of each GPU: XIDs of
     * its hardware, the reboot that came after them, and the jobs whose programs failed.
     */
    public void keep(FactsRef ref, NodeFacts facts) {
        Optional<NodeFacts> whole = speaksOfSilent(facts) ? whole(facts) : Optional.empty();
        GpuEvents.xids(facts, whole).forEach(gpus::add);
        jobs(ref, facts, whole).forEach(gpus::add);
        ofAnotherBoot(ref)
                .flatMap(this::byId)
                .ifPresent(before -> GpuEvents.reboots(before, facts).forEach(gpus::add));
        SplitText split = SplitText.of(facts, CHANGING);
        sql.together(connection -> insert(connection, ref, split));
    }

    /** Returns the id of the newest facts of the node, if they are of another boot. */
    private Optional<String> ofAnotherBoot(FactsRef ref) {
        return sql.first(
                        row -> Map.entry(row.getString("id"), row.getString("boot_id")),
                        "select id, boot_id" + NEWEST_FIRST,
                        ref.node().cluster(),
                        ref.node().name())
                .filter(before -> !before.getValue().equals(ref.bootId()))
                .map(Map.Entry::getKey);
    }

    private static int insert(Connection connection, FactsRef ref, SplitText split) throws SQLException {
        String reference = Json.write(ref);
        return Sql.update(
                connection,
                "insert into facts (id, cluster, node, boot_id, hash, collected_at, body, reference, stored_bytes)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
                ref.id(),
                ref.node().cluster(),
                ref.node().name(),
                ref.bootId(),
                ref.hash(),
                ref.collectedAt(),
                split.body(),
                reference,
                StoredTexts.add(connection, split) + StoredTexts.bytes(split.body()) + StoredTexts.bytes(reference));
    }

    /** A process that failed is often gone when its error is read: the last readings of this boot saw whose it was. */
    private List<GpuEvent> jobs(FactsRef ref, NodeFacts facts, Optional<NodeFacts> whole) {
        boolean failed = facts.kernelEvents().or(List.of()).stream()
                .anyMatch(event -> !event.nvswitch() && XidCatalogue.ofAnApplication(event.code()));
        if (!failed) {
            return List.of();
        }
        List<NodeFacts> earlier = history(ref.node(), SEEN_BEFORE).stream()
                .filter(before -> before.bootId().equals(ref.bootId()))
                .flatMap(before -> byId(before.id()).stream())
                .toList();
        return GpuEvents.jobs(facts, whole, earlier);
    }

    /** Returns whether the log names a bus address at which no GPU answers. */
    private static boolean speaksOfSilent(NodeFacts facts) {
        List<String> answer =
                facts.hardware().gpus().or(List.of()).stream().map(Gpu::bdf).toList();
        return facts.kernelEvents().or(List.of()).stream()
                .anyMatch(event -> !event.nvswitch() && !event.bdf().isBlank() && !answer.contains(event.bdf()));
    }

    /** Returns the facts under an id. */
    public Optional<NodeFacts> byId(String id) {
        return byIds(List.of(id)).values().stream().findFirst();
    }

    /** Returns the facts under each of those ids that exists; a text that several of them name is read once. */
    public Map<String, NodeFacts> byIds(List<String> ids) {
        if (ids.isEmpty()) {
            return Map.of();
        }
        List<Map.Entry<String, String>> found = sql.list(
                row -> Map.entry(row.getString("id"), row.getString("body")),
                "select id, body from facts where id in (" + StoredTexts.places(ids) + ")",
                ids.toArray());
        List<String> whole = texts.whole(found.stream().map(Map.Entry::getValue).toList());
        Map<String, NodeFacts> facts = new HashMap<>();
        for (int i = 0; i < found.size(); i++) {
            facts.put(found.get(i).getKey(), Json.read(whole.get(i), NodeFacts.class));
        }
        return facts;
    }

    /**
     * Returns the newest facts of the same machine in which more GPUs answered than in these, among the last that are
     * stored: they show which GPU was where one is silent now. Empty if every GPU answers that ever did.
     */
    public Optional<NodeFacts> whole(NodeFacts facts) {
        Optional<String> machine = facts.identity().value().map(Identity::productUuid);
        int answer = facts.hardware().gpus().or(List.of()).size();
        return history(facts.node(), LOOKED_BACK).stream()
                .filter(ref ->
                        machine.isEmpty() || machine.get().equals(ref.identity().productUuid()))
                .flatMap(ref -> byId(ref.id()).stream())
                .filter(old -> old.hardware().gpus().or(List.of()).size() > answer)
                .findFirst();
    }

    /** Returns the stored events of a node's GPUs, including those that are silent now, in any node. */
    public List<GpuEvent> gpusPast(NodeFacts facts) {
        Instant since = facts.collectedAt().minus(PAST);
        return Stream.concat(Stream.of(facts), whole(facts).stream())
                .flatMap(known -> known.hardware().gpus().or(List.of()).stream())
                .map(Gpu::serial)
                .filter(serial -> !serial.isBlank())
                .distinct()
                .flatMap(serial -> gpus.of(serial, since).stream())
                .toList();
    }

    /** Returns the reference to the newest facts of a node. */
    public Optional<FactsRef> latest(NodeRef node) {
        return history(node, 1).stream().findFirst();
    }

    /** Returns references to the facts of a node, newest first, at most {@code limit}. */
    public List<FactsRef> history(NodeRef node, int limit) {
        return sql.list(
                row -> Json.read(row.getString("reference"), FactsRef.class),
                "select reference" + NEWEST_FIRST + " limit ?",
                node.cluster(),
                node.name(),
                limit);
    }
}
