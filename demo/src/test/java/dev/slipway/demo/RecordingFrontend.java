package dev.slipway.demo;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A frontend of Temporal that workers can connect to, that has no work for them, and records each call. */
final class RecordingFrontend implements AutoCloseable {
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final Server server;

    RecordingFrontend() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(new Frontend())
                .intercept(new Recorder())
                .build()
                .start();
    }

    String target() {
        return "127.0.0.1:" + server.getPort();
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

        @Override
        public void describeNamespace(
                DescribeNamespaceRequest request, StreamObserver<DescribeNamespaceResponse> answer) {
            answer.onNext(DescribeNamespaceResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    private final class Recorder implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            calls.add(call.getMethodDescriptor().getBareMethodName());
            return next.startCall(call, headers);
        }
    }
}
