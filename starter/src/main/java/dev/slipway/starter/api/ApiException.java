package dev.slipway.starter.api;

import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

/**
 * Is an answer that is an error for the caller: the HTTP status, what is wrong, and what to do about it. The body is
 * problem details of RFC 9457; {@code next} is beside its {@code detail}.
 */
public final class ApiException extends RuntimeException implements ErrorResponse {
    private static final long serialVersionUID = 2L;

    private final int status;
    private final String next;

    private ApiException(HttpStatus status, String what, String next) {
        super(what);
        this.status = status.value();
        this.next = next;
    }

    /** The request itself is wrong. */
    public static ApiException badRequest(String what, String next) {
        return new ApiException(HttpStatus.BAD_REQUEST, what, next);
    }

    /** The token is missing or wrong. */
    public static ApiException unauthorised(String what, String next) {
        return new ApiException(HttpStatus.UNAUTHORIZED, what, next);
    }

    /** The token may not do this. */
    public static ApiException forbidden(String what, String next) {
        return new ApiException(HttpStatus.FORBIDDEN, what, next);
    }

    /** It names something that does not exist. */
    public static ApiException unknown(String what, String next) {
        return new ApiException(HttpStatus.NOT_FOUND, what, next);
    }

    /** Returns a refusal for the present: busy, held, frozen, or not in the state that it needs. */
    public static ApiException notNow(String what, String next) {
        return new ApiException(HttpStatus.CONFLICT, what, next);
    }

    /** The body is larger than anything that is taken. */
    public static ApiException tooLarge(String what) {
        return new ApiException(HttpStatus.CONTENT_TOO_LARGE, what, "send less at once");
    }

    /** Understood, and nothing in it can be acted on. */
    public static ApiException unusable(String what, String next) {
        return new ApiException(HttpStatus.UNPROCESSABLE_CONTENT, what, next);
    }

    /** A part that is needed does not answer; asking again later is safe. */
    public static ApiException away(String what, String next) {
        return new ApiException(HttpStatus.SERVICE_UNAVAILABLE, what, next);
    }

    /** Returns a failure of the starter itself. */
    static ApiException failed(String what) {
        return new ApiException(HttpStatus.INTERNAL_SERVER_ERROR, what, "see the starter's log, and report it");
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return HttpStatusCode.valueOf(status);
    }

    @Override
    public ProblemDetail getBody() {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(getStatusCode(), what());
        body.setProperty("next", next);
        // for command lines of the previous version, which know no detail
        body.setProperty("what", what());
        return body;
    }

    public String what() {
        return String.valueOf(getMessage());
    }
}
