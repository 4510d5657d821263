package dev.slipway.ledger;

import dev.slipway.model.GpuEvent;
import dev.slipway.model.NodeRef;
import java.time.Instant;
import java.util.List;

/** What happened to each GPU, by serial, in whatever node it was. */
public final class GpuHistory {
    private final Sql sql;

    GpuHistory(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the same event is kept once. */
    public void add(GpuEvent event) {
        sql.insertOnce(
                "insert into gpu_event (serial, kind, happened_at, detail, cluster, node) values (?, ?, ?, ?, ?, ?)",
                event.serial(),
                event.kind(),
                event.at(),
                event.detail(),
                event.node().cluster(),
                event.node().name());
    }

    /** The events of a GPU since a time, newest first. */
    public List<GpuEvent> of(String serial, Instant since) {
        return sql.list(
                row -> new GpuEvent(
                        row.getString("serial"),
                        GpuEvent.Kind.valueOf(row.getString("kind")),
                        Sql.instant(row, "happened_at"),
                        row.getString("detail"),
                        new NodeRef(row.getString("cluster"), row.getString("node"))),
                "select serial, kind, happened_at, detail, cluster, node from gpu_event"
                        + " where serial = ? and happened_at >= ? order by happened_at desc, kind, detail",
                serial,
                since);
    }
}
