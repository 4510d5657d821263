package dev.slipway.rules.triage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.gpu.GpuEvent;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One GPU that spoils the work of many jobs is suspected; one job that fails many times is not its fault. */
class JobsTest {

    @Test
    void saysWhereDistinctJobsCannotBeTold() {
        Known known = Known.well().xid(13, "pid=1").xid(13, "pid=2").xid(13, "pid='3', name=x");

        assertThat(Xids.of(known.signals()).verdicts())
                .singleElement()
                .extracting(XidVerdict::care)
                .isEqualTo(XidAction.TELL_OWNER);
        assertThat(Xids.of(known.signals()).notes()).anyMatch(note -> note.contains("whether they are 3 jobs"));
    }

    @Test
    void testsAGpuOnWhichThreeDistinctJobsFailed() {
        Known known = Known.well().xid(13, "pid=1").xid(13, "pid=2").xid(31, "pid=3, name=python3");

        assertThat(known.runs(client(1, "job 11"), client(2, "job 11"), client(3, "job 12"))
                        .routed()
                        .row())
                .as("two jobs")
                .isEqualTo("R0");
        assertThat(known.runs(client(1, "job 11"), client(2, "pod ml/Job/train"), client(3, "job 12"))
                        .routed()
                        .xids()
                        .verdicts())
                .extracting(XidVerdict::care)
                .containsOnly(XidAction.TEST);
        assertThat(known.runs(
                                client(1, "job 11"),
                                client(2, "pod 0f0e0d0c-0000-0000-0000-000000000001"),
                                client(3, "job 12"))
                        .routed()
                        .row())
                .as("nobody knows what the pod is part of")
                .isEqualTo("R0");
    }

    @Test
    void countsTheJobsOfEarlierReadingsUntilSomebodyCaredForTheGpu() {
        Known known = Known.well().past(job(3, "job 11"), job(2, "job 12"), job(1, "pod ml/Job/train"));

        assertThat(known.routed().row()).isEqualTo("R10");
        assertThat(known.routed().route().detail()).isEqualTo("gpu-fault-rma");
        assertThat(known.routed().facts()).anyMatch(fact -> fact.contains("programs of 3 jobs failed on it"));
        known.past(
                job(3, "job 11"),
                job(2, "job 12"),
                new GpuEvent(Known.SERIAL, GpuEvent.Kind.RESET, Known.NOW.minusSeconds(5_000), "13", Known.NODE),
                job(1, "pod ml/Job/train"));
        assertThat(known.routed().row()).as("reset since").isEqualTo("R0");
        known.past(job(24 * 8, "job 11"), job(2, "job 12"), job(1, "job 13"));
        assertThat(known.routed().row()).as("more than a week ago").isEqualTo("R0");
    }

    /** What an older worker writes while a newer one runs beside it. */
    @Test
    void anEventThatNamesNoJobCountsForNone() {
        Known known = Known.well().past(job(3, "job 11"), job(2, "job 12"), unnamed(1), unnamed(2));

        assertThat(known.routed().row()).isEqualTo("R0");
    }

    @Test
    void whatIsKnownOfAJobIsToldAndDoesNotMakeItAnother() {
        Known known = Known.well()
                .xid(31, "pid=1")
                .runs(client(1, "job 11"))
                .past(
                        job(3, new GpuEvent.Job("job 11", "")),
                        job(2, new GpuEvent.Job("job 11", "train of alice, FAILED")),
                        job(1, new GpuEvent.Job("job 12", "eval of bob, COMPLETED")));

        assertThat(known.routed().row()).isEqualTo("R0");
        assertThat(Xids.of(known.signals()).notes())
                .anyMatch(note -> note.contains("programs failed on it of job 11")
                        && note.contains("job 12 (eval of bob, COMPLETED)"));
    }

    private static GpuEvent unnamed(int hours) {
        return new GpuEvent(
                Known.SERIAL,
                GpuEvent.Kind.JOB,
                Known.NOW.minusSeconds(3_600L * hours),
                "31 job " + hours + "9",
                Known.NODE);
    }

    private static GpuEvent job(int hours, GpuEvent.Job job) {
        Instant at = Known.NOW.minusSeconds(3_600L * hours);
        return new GpuEvent(Known.SERIAL, GpuEvent.Kind.JOB, at, "31", Known.NODE, Optional.of(job));
    }

    private static GpuEvent job(int hours, String name) {
        return job(hours, new GpuEvent.Job(name, ""));
    }

    private static NodeDetails.GpuClient client(long pid, String of) {
        return new NodeDetails.GpuClient(pid, Known.BOOT, of);
    }
}
