package dev.slipway.config.temporal;

import dev.slipway.config.units.HostPort;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.stub.StreamObserver;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A frontend of Temporal as far as the connection goes: it answers one call, and keeps who called. */
final class TlsServer implements AutoCloseable {
    static final String KEY = "a-secret-api-key";
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final Server server;

    private TlsServer(NettyServerBuilder builder, boolean wantsKey) throws IOException {
        this.server = builder.addService(new Frontend())
                .intercept(new Callers(wantsKey))
                .build()
                .start();
    }

    /** Wants a client certificate by {@code clients}, where that is given. */
    static TlsServer start(Certificates made, String certificate, Optional<String> clients, boolean wantsKey)
            throws IOException {
        var context = GrpcSslContexts.forServer(
                made.certificate(certificate).toFile(), made.key(certificate).toFile());
        if (clients.isPresent()) {
            context.trustManager(made.certificate(clients.get()).toFile()).clientAuth(ClientAuth.REQUIRE);
        }
        return new TlsServer(on().sslContext(context.build()), wantsKey);
    }

    static TlsServer withoutTls() throws IOException {
        return new TlsServer(on(), false);
    }

    private static NettyServerBuilder on() {
        return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    HostPort address() {
        return new HostPort("127.0.0.1", server.getPort());
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static final class Frontend extends WorkflowServiceGrpc.WorkflowServiceImplBase {
        @Override
        public void getSystemInfo(GetSystemInfoRequest request, StreamObserver<GetSystemInfoResponse> answer) {
            answer.onNext(GetSystemInfoResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    private final class Callers implements ServerInterceptor {
        private final boolean wantsKey;

        Callers(boolean wantsKey) {
            this.wantsKey = wantsKey;
        }

        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            String authorization =
                    Optional.ofNullable(headers.get(AUTHORIZATION)).orElse("");
            authorizations.add(authorization);
            if (wantsKey && !authorization.equals("Bearer " + KEY)) {
                call.close(Status.UNAUTHENTICATED.withDescription("Request unauthorized."), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            return next.startCall(call, headers);
        }
    }
}
