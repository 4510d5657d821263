package dev.slipway.config.temporal;

import dev.slipway.config.SiteConfig;
import dev.slipway.model.Causes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Connects every process to Temporal: with address, TLS and API key of {@code temporal} in slipway.yaml. */
public final class TemporalConnection {
    private static final Set<Status.Code> CONNECTION = Set.of(
            Status.Code.UNAVAILABLE,
            Status.Code.DEADLINE_EXCEEDED,
            Status.Code.RESOURCE_EXHAUSTED,
            Status.Code.UNAUTHENTICATED,
            Status.Code.PERMISSION_DENIED);

    private TemporalConnection() {}

    /**
     * Returns stubs that connect at their first call. Fails with {@link TemporalTrouble} if a named file cannot be
     * used. The caller shuts them down. The API key is read again for each call, certificates once.
     */
    public static WorkflowServiceStubs open(SiteConfig.Temporal at) {
        WorkflowServiceStubsOptions.Builder options =
                WorkflowServiceStubsOptions.newBuilder().setTarget(at.target().toString());
        at.tls().ifPresent(tls -> {
            options.setSslContext(TlsFiles.context(tls, Clock.systemUTC().instant()));
            tls.serverName()
                    .ifPresent(name -> options.setChannelInitializer(channel -> channel.overrideAuthority(name)));
        });
        at.apiKeyFile().ifPresent(file -> {
            apiKey(file);
            options.addApiKey(() -> apiKey(file));
        });
        return WorkflowServiceStubs.newServiceStubs(options.build());
    }

    /**
     * Does the same as {@link #open}, once the server has answered. Waits for a server that cannot be reached, not for
     * one that refuses us or that we refuse. Fails with {@link TemporalTrouble}, which states why.
     */
    public static WorkflowServiceStubs connect(SiteConfig.Temporal at, Duration within) {
        WorkflowServiceStubs stubs = open(at);
        try {
            answer(stubs.blockingStub().withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS));
            return stubs;
        } catch (RuntimeException e) {
            Optional<TemporalTrouble> refusal = Handshake.refusal(e, at);
            if (refusal.isEmpty() && answersLater(stubs, within)) {
                return stubs;
            }
            stubs.shutdownNow();
            throw refusal.orElseGet(() -> explain(e, at));
        }
    }

    private static boolean answersLater(WorkflowServiceStubs stubs, Duration within) {
        try {
            answer(stubs.blockingStub().withWaitForReady().withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS));
            return true;
        } catch (RuntimeException stillAway) {
            return false;
        }
    }

    private static void answer(WorkflowServiceGrpc.WorkflowServiceBlockingStub stub) {
        stub.getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
    }

    /** Returns, for people, what a failed call shows about the connection. */
    public static TemporalTrouble explain(Throwable e, SiteConfig.Temporal at) {
        return Handshake.explain(e, at);
    }

    /** Returns whether a call failed because of the connection or our identity, not because of the request. */
    public static boolean failed(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof StatusRuntimeException call) {
                return CONNECTION.contains(call.getStatus().getCode());
            }
        }
        return TemporalTrouble.in(e).isPresent();
    }

    /** Returns, for people, how the connection is protected, and when the client certificate expires. */
    public static String protection(SiteConfig.Temporal at) {
        if (at.tls().isEmpty()) {
            return "without TLS";
        }
        Optional<Instant> until = at.tls().flatMap(TlsFiles::until);
        return "TLS" + until.map(time -> ", client certificate until " + time).orElse("")
                + (at.apiKeyFile().isPresent() ? ", API key" : "");
    }

    private static String apiKey(Path file) {
        String next = "Write the key into it, for this user only";
        try {
            String key = Files.readString(file).strip();
            if (key.isEmpty()) {
                throw new TemporalTrouble("the file of Temporal's API key, " + file + ", is empty", next);
            }
            return key;
        } catch (NoSuchFileException e) {
            throw new TemporalTrouble("the file of Temporal's API key, " + file + ", is missing", next, e);
        } catch (IOException e) {
            throw new TemporalTrouble(
                    "the file of Temporal's API key, " + file + ", cannot be read: " + Causes.words(e), next, e);
        }
    }
}
