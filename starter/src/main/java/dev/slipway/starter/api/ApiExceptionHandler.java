package dev.slipway.starter.api;

import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.model.Causes;
import dev.slipway.starter.BodyTooLarge;
import dev.slipway.starter.Installation;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import tools.jackson.core.JacksonException;

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
        String what = String.valueOf(e.getMessage());
        return answer(ApiException.away(
                Character.toLowerCase(what.charAt(0)) + what.substring(1), "mend it, then try again"));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unreadable(HttpMessageNotReadableException e) {
        if (e.getMostSpecificCause() instanceof BodyTooLarge tooLarge) {
            return answer(ApiException.tooLarge(String.valueOf(tooLarge.getMessage())));
        }
        return answer(ApiException.badRequest(
                "the body is not the JSON that this path takes: " + words(e.getMostSpecificCause()), DESCRIPTION));
    }

    /** Words why a body could not be read; the parser's own words name classes. */
    private static String words(Throwable cause) {
        if (cause instanceof JacksonException json) {
            String field = json.getPath().stream()
                    .map(JacksonException.Reference::getPropertyName)
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining("."));
            return field.isEmpty()
                    ? "it is no JSON from line " + json.getLocation().getLineNr() + ", column "
                            + json.getLocation().getColumnNr() + " on"
                    : "the field " + field + " does not take this value";
        }
        return cause instanceof HttpMessageNotReadableException ? "it is empty" : Causes.words(cause);
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
