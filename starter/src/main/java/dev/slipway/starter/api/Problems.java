package dev.slipway.starter.api;

import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.starter.BodyTooLarge;
import dev.slipway.starter.Installation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Turns every exception into a {@link Problem}; only what we do not understand is a 500 and goes to the log. */
@RestControllerAdvice
public final class Problems {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    private final Installation installation;

    Problems(Installation installation) {
        this.installation = installation;
    }

    @ExceptionHandler
    ResponseEntity<Problem> refused(Refused e) {
        return answer(Problem.of(e));
    }

    @ExceptionHandler
    ResponseEntity<Problem> ledgerAway(LedgerAway e) {
        return answer(Problem.of(Refused.away(
                "the ledger does not answer: " + e.getMessage(), "bring its database back, then ask again")));
    }

    @ExceptionHandler
    ResponseEntity<Problem> unreadable(HttpMessageNotReadableException e) {
        if (e.getMostSpecificCause() instanceof BodyTooLarge tooLarge) {
            return answer(Problem.of(Refused.tooLarge(String.valueOf(tooLarge.getMessage()))));
        }
        return answer(Problem.of(Refused.badRequest(
                "the body is not the JSON that this path takes: " + firstLine(e.getMostSpecificCause()),
                "see /api/v1/openapi.yaml")));
    }

    @ExceptionHandler
    ResponseEntity<Problem> other(Exception e) {
        if (temporalAway(e)) {
            TemporalTrouble trouble =
                    TemporalConnection.explain(e, installation.config().site().temporal());
            return answer(Problem.of(Refused.away(trouble.what(), trouble.next() + ", then ask again")));
        }
        if (e instanceof ErrorResponse known && known.getStatusCode().is4xxClientError()) {
            return answer(
                    of(known.getStatusCode(), String.valueOf(known.getBody().getDetail())));
        }
        log.error("a request failed", e);
        return answer(new Problem(
                Problem.title(500),
                500,
                "the starter failed: " + firstLine(e),
                "see the starter's log, and report it"));
    }

    /** Whether Temporal, somewhere down the causes, did not answer or did not let us in. */
    public static boolean temporalAway(Throwable e) {
        return TemporalConnection.failed(e);
    }

    private static Problem of(HttpStatusCode status, String detail) {
        return new Problem(Problem.title(status.value()), status.value(), detail, "see /api/v1/openapi.yaml");
    }

    private static String firstLine(Throwable e) {
        String message = e.getMessage();
        return message == null
                ? e.getClass().getSimpleName()
                : message.lines().findFirst().orElse(e.getClass().getSimpleName());
    }

    private static ResponseEntity<Problem> answer(Problem problem) {
        return ResponseEntity.status(problem.status())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
