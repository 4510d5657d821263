package dev.slipway.activities.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.FailureType;
import java.util.ArrayList;
import java.util.List;

/** Describes a job that has a node, as squeue shows it; times are as Slurm writes them, in UTC, and may be unknown. */
record SlurmJob(String id, String user, String state, String start, String end) {

    /**
     * Returns the jobs of an answer that was understood to its last line. An answer without even a header proves
     * nothing.
     */
    static List<SlurmJob> in(ToolReport<?> answer) {
        JsonNode jobs = answer.facts().path("jobs");
        if (!answer.format().equals("squeue")
                || !jobs.isArray()
                || !answer.unparsed().isEmpty()
                || answer.truncated()) {
            throw FailureType.TRANSIENT.of("The queue could not be read in full: squeue's answer is " + answer.format()
                    + " with " + answer.unparsed().size() + " lines that are not understood");
        }
        List<SlurmJob> found = new ArrayList<>();
        jobs.forEach(job -> found.add(new SlurmJob(
                job.path("id").asText(),
                job.path("user").asText(),
                job.path("state").asText(),
                job.path("START_TIME").asText("N/A"),
                job.path("END_TIME").asText("N/A"))));
        return found;
    }

    @Override
    public String toString() {
        String since = start.equals("N/A") ? "" : " since " + start + "Z";
        String until = end.equals("N/A") || end.equals("NONE") ? ", no time limit" : ", ends by " + end + "Z";
        return "job " + id + " of " + user + " " + state + since + until;
    }
}
