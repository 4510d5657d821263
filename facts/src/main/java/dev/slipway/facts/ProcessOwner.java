package dev.slipway.facts;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Determines the owner of a process by its control group. */
public final class ProcessOwner {
    /** Precedes the uid of a pod. */
    public static final String POD = "pod ";

    private static final Pattern IN_POD =
            Pattern.compile("kubepods.*?pod([0-9a-f]{8}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{12})");
    private static final Pattern IN_JOB = Pattern.compile("slurm.*/job_([0-9]{1,10})");
    private static final Pattern IN_SERVICE = Pattern.compile("/([^/]+\\.service)(?:/|$)");

    private ProcessOwner() {}

    /** Returns {@code pod UID}, {@code job 12}, {@code service nvidia-dcgm.service} or {@code nobody we know}. */
    public static String of(String group) {
        Matcher pod = IN_POD.matcher(group);
        if (pod.find()) {
            return POD + pod.group(1).replace('_', '-');
        }
        Matcher job = IN_JOB.matcher(group);
        if (job.find()) {
            return "job " + job.group(1);
        }
        Matcher service = IN_SERVICE.matcher(group);
        return service.find() ? "service " + service.group(1) : "nobody we know";
    }
}
