package dev.slipway.ledger;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;

/** Which of a database's errors mean that it is away, and the sentence for each. */
final class Faults {
    /** Connection lost, resources gone (disk full), server stopping, and H2's file errors. */
    private static final List<String> AWAY =
            List.of("08", "53", "57P", "90020", "90028", "90030", "90031", "90067", "90098", "90108", "90121");

    private Faults() {}

    static RuntimeException of(SQLException e) {
        return meansAway(e) ? away(e) : new IllegalStateException("The ledger refused a statement: " + line(e), e);
    }

    static LedgerAway away(SQLException e) {
        return new LedgerAway("The ledger does not answer: " + line(e) + " Check its database.", e);
    }

    static boolean inUse(SQLException e) {
        return "90020".equals(e.getSQLState());
    }

    /** The first line of the driver's message, as one sentence. */
    static String line(Throwable e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
        int statement = message.indexOf("; SQL statement");
        String first = statement < 0 ? message : message.substring(0, statement);
        return first.endsWith(".") ? first : first + ".";
    }

    private static boolean meansAway(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return e instanceof SQLTransientConnectionException || AWAY.stream().anyMatch(state::startsWith);
    }
}
