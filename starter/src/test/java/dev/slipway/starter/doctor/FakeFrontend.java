package dev.slipway.starter.doctor;

import com.google.protobuf.util.Timestamps;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.temporal.api.taskqueue.v1.PollerInfo;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueResponse;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A frontend of Temporal that names each worker that polled, with its last poll, as the real one does for minutes. */
final class FakeFrontend extends WorkflowServiceGrpc.WorkflowServiceImplBase implements AutoCloseable {
    private static final String SITE = "slipway";

    private final Map<String, Map<String, Instant>> polls = new ConcurrentHashMap<>();
    private final Server server;

    FakeFrontend() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(this)
                .build()
                .start();
    }

    String target() {
        return "127.0.0.1:" + server.getPort();
    }

    void polled(String worker, Instant at) {
        polled(SITE, worker, at);
    }

    void polled(String queue, String worker, Instant at) {
        polls.computeIfAbsent(queue, _ -> new ConcurrentHashMap<>()).put(worker, at);
    }

    @Override
    public void getSystemInfo(GetSystemInfoRequest request, StreamObserver<GetSystemInfoResponse> answer) {
        answer.onNext(GetSystemInfoResponse.getDefaultInstance());
        answer.onCompleted();
    }

    @Override
    public void describeNamespace(DescribeNamespaceRequest request, StreamObserver<DescribeNamespaceResponse> answer) {
        answer.onNext(DescribeNamespaceResponse.getDefaultInstance());
        answer.onCompleted();
    }

    @Override
    public void describeTaskQueue(DescribeTaskQueueRequest request, StreamObserver<DescribeTaskQueueResponse> answer) {
        DescribeTaskQueueResponse.Builder queue = DescribeTaskQueueResponse.newBuilder();
        polls.getOrDefault(request.getTaskQueue().getName(), Map.of())
                .forEach((worker, at) -> queue.addPollers(PollerInfo.newBuilder()
                        .setIdentity(worker)
                        .setLastAccessTime(Timestamps.fromMillis(at.toEpochMilli()))));
        answer.onNext(queue.build());
        answer.onCompleted();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
