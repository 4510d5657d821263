package dev.slipway.ledger;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Set;

/** Knows which errors of a database mean that it is away, and the sentence for each. */
final class Faults {
    /** Lists lost connections, missing resources (disk full), a stopping server, and H2's file errors. */
    private static final List<String> AWAY =
            List.of("08", "53", "57P", "90020", "90028", "90030", "90031", "90067", "90098", "90108", "90121");

    /** Lists H2's errors of a file that is torn, of another format, or no database. */
    private static final Set<String> DAMAGED = Set.of("90030", "90048");

    private static final String IN_USE = "90020";

    private Faults() {}

    static RuntimeException of(SQLException e) {
        return full(e)
                ? noRoom(e)
                : unavailable(e) ? away(e) : new IllegalStateException("The ledger refused a statement: " + line(e), e);
    }

    static LedgerAway away(SQLException e) {
        return full(e)
                ? noRoom(e)
                : new LedgerAway("The ledger does not answer: " + line(e) + " Check its database.", e);
    }

    private static LedgerAway noRoom(SQLException e) {
        return new LedgerAway("The disk of the ledger is full: make room there. What was written before is kept.", e);
    }

    /** PostgreSQL has a state for it; H2 hides the operating system's word below an error of its own. */
    private static boolean full(SQLException e) {
        if ("53100".equals(e.getSQLState())) {
            return true;
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("No space left")) {
                return true;
            }
        }
        return false;
    }

    /** Returns why the ledger {@code shown} cannot be opened, and what to do. */
    static String refusal(String shown, SQLException e) {
        if (DAMAGED.contains(String.valueOf(e.getSQLState()))) {
            return "The file of the ledger " + shown + " is damaged or no ledger, and is left as it is."
                    + " Put a backup in its place, or name a new file.";
        }
        return IN_USE.equals(e.getSQLState())
                ? "Another process has the ledger " + shown + " open, and an H2 file serves one process."
                        + " Stop the other one, or use PostgreSQL."
                : "The ledger " + shown + " cannot be opened: " + line(e)
                        + " Start its database, or correct `ledger` in slipway.yaml.";
    }

    /** Returns the first line of the driver's message, as one sentence. */
    static String line(Throwable e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
        int statement = message.indexOf("; SQL statement");
        String first = statement < 0 ? message : message.substring(0, statement);
        return first.endsWith(".") ? first : first + ".";
    }

    private static boolean unavailable(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return e instanceof SQLTransientConnectionException || AWAY.stream().anyMatch(state::startsWith);
    }
}
