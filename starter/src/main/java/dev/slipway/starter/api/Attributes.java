package dev.slipway.starter.api;

import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.starter.Installation;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.common.SearchAttributeKey;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Manages the search attributes that runs carry, as Temporal's namespace knows them. */
public record Attributes(Installation installation) {

    /** Safe to repeat: creates those that are missing and returns their names. */
    public List<String> created() {
        String namespace = installation.temporal().getOptions().getNamespace();
        OperatorServiceStubs operator = OperatorServiceStubs.newServiceStubs(OperatorServiceStubsOptions.newBuilder()
                .setChannel(installation.temporal().getWorkflowServiceStubs().getRawChannel())
                .validateAndBuildWithDefaults());
        var known = operator.blockingStub()
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .listSearchAttributes(ListSearchAttributesRequest.newBuilder()
                        .setNamespace(namespace)
                        .build())
                .getCustomAttributesMap();
        List<String> missing = SearchKeys.ALL.stream()
                .map(SearchAttributeKey::getName)
                .filter(name -> !known.containsKey(name))
                .toList();
        if (!missing.isEmpty()) {
            AddSearchAttributesRequest.Builder add =
                    AddSearchAttributesRequest.newBuilder().setNamespace(namespace);
            missing.forEach(name -> add.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
            operator.blockingStub().withDeadlineAfter(10, TimeUnit.SECONDS).addSearchAttributes(add.build());
        }
        return missing;
    }

    /** Returns whether Temporal refused something because it does not know one of them. */
    static boolean unknown(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof StatusRuntimeException status
                    && status.getStatus().getCode() == Status.Code.INVALID_ARGUMENT
                    && String.valueOf(status.getMessage()).contains("search attribute")) {
                return true;
            }
        }
        return false;
    }
}
