package dev.slipway.starter.api;

/** The body of every error, {@code application/problem+json}: what is wrong, and what to do about it. */
public record Problem(String title, int status, String what, String next) {

    static Problem of(Refused refused) {
        return new Problem(title(refused.status()), refused.status(), refused.what(), refused.next());
    }

    static String title(int status) {
        return switch (status) {
            case 400 -> "Bad request";
            case 401 -> "Not authorised";
            case 403 -> "Forbidden";
            case 404 -> "Not found";
            case 405 -> "Method not allowed";
            case 409 -> "Refused";
            case 413 -> "Too large";
            case 422 -> "Nothing usable";
            case 503 -> "Away";
            default -> "Failed";
        };
    }
}
