package dev.slipway.ledger;

import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.MemberAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records each answer while a fleet is read: an interrupted scan goes on where it was. */
public final class FleetScans {
    /** Counts members: {@code read} of {@code nodes} were read to the end, {@code answered} of them gave facts. */
    public record Progress(int nodes, int read, int answered) {

        /** Returns words for a person. */
        public String words() {
            return read + " of " + nodes + " read, " + answered + " answered";
        }
    }

    private final Sql sql;

    FleetScans(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the first call of a report counts. */
    public void begin(String reportId, int nodes) {
        sql.insertOnce("insert into fleet_scan (report_id, nodes) values (?, ?)", reportId, nodes);
    }

    /** Safe to repeat: a member has one answer per report, the first. */
    public void keep(String reportId, MemberAnswer answer) {
        sql.insertOnce(
                "insert into member_answer (report_id, cluster, node, facts, body) values (?, ?, ?, ?, ?)",
                reportId,
                answer.node().cluster(),
                answer.node().name(),
                answer.read() ? 1 : 0,
                Json.write(answer));
    }

    /** Returns the answers so far. */
    public Map<NodeRef, MemberAnswer> answers(String reportId) {
        List<MemberAnswer> kept = sql.list(
                row -> Json.read(row.getString("body"), MemberAnswer.class),
                "select body from member_answer where report_id = ? order by cluster, node",
                reportId);
        Map<NodeRef, MemberAnswer> answers = new LinkedHashMap<>();
        kept.forEach(answer -> answers.put(answer.node(), answer));
        return answers;
    }

    /** Returns the progress of the scan; empty before it began. */
    public Optional<Progress> progress(String reportId) {
        return sql.first(
                row -> new Progress(row.getInt("nodes"), row.getInt("done"), row.getInt("facts")),
                "select s.nodes as nodes, count(a.node) as done, coalesce(sum(a.facts), 0) as facts"
                        + " from fleet_scan s left join member_answer a on a.report_id = s.report_id"
                        + " where s.report_id = ? group by s.nodes",
                reportId);
    }
}
