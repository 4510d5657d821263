package dev.slipway.ledger;

import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores what happened to each GPU, by serial, in any node. */
public final class GpuHistory {
    private static final String COLUMNS = "serial, kind, happened_at, detail, cluster, node, job, job_about";

    private final Sql sql;

    GpuHistory(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: stores the same event once. */
    public void add(GpuEvent event) {
        sql.insertOnce(
                "insert into gpu_event (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?)",
                event.serial(),
                event.kind(),
                event.at(),
                event.detail(),
                event.node().cluster(),
                event.node().name(),
                event.job().map(GpuEvent.Job::name).orElse(""),
                event.job().map(GpuEvent.Job::about).orElse(""));
    }

    /** Returns the events of a GPU since a time, newest first. */
    public List<GpuEvent> of(String serial, Instant since) {
        return sql.list(
                GpuHistory::event,
                "select " + COLUMNS + " from gpu_event"
                        + " where serial = ? and happened_at >= ? order by happened_at desc, kind, detail, job",
                serial,
                since);
    }

    /** Returns the names of jobs that failed on a node since a time and of which nothing else is known. */
    public List<String> jobsOfNobody(NodeRef node, Instant since) {
        return sql.list(
                row -> row.getString("job"),
                "select distinct job from gpu_event where cluster = ? and node = ? and kind = ?"
                        + " and happened_at >= ? and job <> '' and job_about = '' order by job",
                node.cluster(),
                node.name(),
                GpuEvent.Kind.JOB,
                since);
    }

    /**
     * Returns what else is known about a job by another of its failures in a cluster since a time; empty if nothing is.
     */
    public Optional<String> about(String cluster, String job, Instant since) {
        return sql.first(
                row -> row.getString("job_about"),
                "select job_about from gpu_event where cluster = ? and kind = ? and job = ? and happened_at >= ?"
                        + " and job_about <> '' order by happened_at desc",
                cluster,
                GpuEvent.Kind.JOB,
                job,
                since);
    }

    /** Safe to repeat: stores what else is known about a job, for all its failures in its cluster since a time. */
    public void about(String cluster, GpuEvent.Job job, Instant since) {
        sql.update(
                "update gpu_event set job_about = ? where cluster = ? and kind = ? and job = ? and happened_at >= ?",
                job.about(),
                cluster,
                GpuEvent.Kind.JOB,
                job.name(),
                since);
    }

    private static GpuEvent event(ResultSet row) throws SQLException {
        String job = row.getString("job");
        return new GpuEvent(
                row.getString("serial"),
                GpuEvent.Kind.valueOf(row.getString("kind")),
                Sql.instant(row, "happened_at"),
                row.getString("detail"),
                new NodeRef(row.getString("cluster"), row.getString("node")),
                job.isEmpty() ? Optional.empty() : Optional.of(new GpuEvent.Job(job, row.getString("job_about"))));
    }
}
