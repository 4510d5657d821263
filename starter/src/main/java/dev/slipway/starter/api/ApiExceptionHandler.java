package dev.slipway.starter.api;

import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.model.Causes;
import dev.slipway.starter.BodyTooLarge;
import dev.slipway.starter.Installation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Turns every exception into {@link ProblemDetail} with a {@code next}; only an unknown exception is a 500 and goes to
 * the log.
 */
@RestControllerAdvice
final class ApiExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);
    private static final String DESCRIPTION = "see /api/v1/openapi.yaml";

    private final Installation installation;

    ApiExceptionHandler(Installation installation) {
        this.installation = installation;
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(ApiException e) {
        return answer(e);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> ledgerAway(LedgerAway e) {
        return answer(ApiException.away(
                "the ledger does not answer: " + e.getMessage(), "bring its database back, then try again"));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unreadable(HttpMessageNotReadableException e) {
        if (e.getMostSpecificCause() instanceof BodyTooLarge tooLarge) {
            return answer(ApiException.tooLarge(String.valueOf(tooLarge.getMessage())));
        }
        return answer(ApiException.badRequest(
                "the body is not the JSON that this path takes: " + Causes.words(e.getMostSpecificCause()),
                DESCRIPTION));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> other(Exception e) {
        if (TemporalConnection.failed(e)) {
            TemporalTrouble trouble =
                    TemporalConnection.explain(e, installation.config().site().temporal());
            return answer(ApiException.away(trouble.what(), trouble.next()));
        }
        if (e instanceof ErrorResponse known && known.getStatusCode().is4xxClientError()) {
            known.getBody().setProperty("next", DESCRIPTION);
            return answer(known);
        }
        log.error("a request failed", e);
        return answer(ApiException.failed("the starter failed: " + Causes.words(e)));
    }

    private static ResponseEntity<ProblemDetail> answer(ErrorResponse error) {
        return ResponseEntity.status(error.getStatusCode())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(error.getBody());
    }
}
