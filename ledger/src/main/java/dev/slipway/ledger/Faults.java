package dev.slipway.ledger;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;

/** Knows which errors of a database mean that it is away, and the sentence for each. */
final class Faults {
    /** Lists lost connections, missing resources (disk full), a stopping server, and H2's file errors. */
    private static final List<String> AWAY =
            List.of("08", "53", "57P", "90020", "90028", "90030", "90031", "90067", "90098", "90108", "90121");

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

    static boolean inUse(SQLException e) {
        return "90020".equals(e.getSQLState());
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
