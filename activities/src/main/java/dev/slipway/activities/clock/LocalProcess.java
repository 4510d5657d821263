package dev.slipway.activities.clock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Ends processes that an activity started on the worker's own machine. */
public final class LocalProcess {
    /** Bounds the wait for a process that the kernel does not let go, such as one that waits for a disk. */
    private static final long LONGEST_SECONDS = 5;

    private LocalProcess() {}

    /**
     * Kills the process and all that it started, and returns when they are gone, or after five seconds. Does nothing
     * to one that has ended.
     */
    public static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, LONGEST_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
