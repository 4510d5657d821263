package dev.slipway.starter;

import dev.slipway.starter.api.ApiException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Answers a request that a filter refuses as Spring MVC answers one that a controller refuses. The resolver is looked
 * up at the first refusal, because filters exist before Spring MVC does.
 */
record Refusals(ObjectProvider<HandlerExceptionResolver> resolvers) {

    void answer(HttpServletRequest request, HttpServletResponse response, ApiException apiException) {
        if (resolvers.getObject().resolveException(request, response, null, apiException) == null) {
            response.setStatus(apiException.getStatusCode().value());
        }
    }
}
