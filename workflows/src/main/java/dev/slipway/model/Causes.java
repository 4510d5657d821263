package dev.slipway.model;

import java.util.Objects;

/**
 * Words a failure for a person, who has no use for the name of a class. The kinds are compared by their names, so that
 * one that came through Temporal reads the same.
 */
public final class Causes {
    private static final String REFUSED = "connection refused";

    private Causes() {}

    /** Returns why it failed in one line; without a full stop where the library set none. */
    public static String words(Throwable failed) {
        Throwable inner = failed;
        for (Throwable cause = inner.getCause(); cause != null && saysNothing(inner, cause); cause = inner.getCause()) {
            inner = cause;
        }
        return words(inner.getClass().getName(), Objects.requireNonNullElse(inner.getMessage(), ""));
    }

    /** Returns the same of the first cause that is none of {@code library}'s own records, if there is one. */
    public static String beneath(String library, Throwable failed) {
        Throwable inner = failed;
        for (Throwable cause = inner; cause != null; cause = cause.getCause()) {
            inner = cause;
            if (!cause.getClass().getName().startsWith(library + ".")) {
                break;
            }
        }
        return words(inner);
    }

    /** Returns the same for a failure of which only the name of its class and its message are known. */
    public static String words(String type, String message) {
        String line = message.lines().findFirst().orElse("").strip();
        String kind = type.substring(type.lastIndexOf('.') + 1);
        return switch (kind) {
            case "AccessDeniedException" -> "permission denied: " + line;
            case "NoSuchFileException" -> "there is no " + line;
            case "FileAlreadyExistsException" -> line + " is there already, and is no folder";
            case "NotDirectoryException" -> line + " is no folder";
            case "DirectoryNotEmptyException" -> line + " is not empty";
            case "MalformedInputException" -> "it is no text in UTF-8";
            case "UnknownHostException" -> "no address is known for " + line;
            case "ConnectException" -> line.isBlank() || line.equalsIgnoreCase(REFUSED) ? REFUSED : line;
            case "ClosedChannelException", "EOFException" -> "the connection was closed";
            case "HttpTimeoutException", "HttpConnectTimeoutException", "SocketTimeoutException", "TimeoutException" ->
                "no answer in time";
            case "InterruptedException" -> "interrupted";
            default -> line.isBlank() ? "for a reason that nobody stated (" + kind + ")" : line;
        };
    }

    private static boolean saysNothing(Throwable failed, Throwable cause) {
        String message = failed.getMessage();
        return message == null || message.isBlank() || message.equals(cause.toString());
    }
}
