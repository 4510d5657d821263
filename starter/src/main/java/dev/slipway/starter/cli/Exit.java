package dev.slipway.starter.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Lists the exit codes of the command line; scripts rely on them. */
final class Exit {
    private Exit() {}

    /** Done, and the answer is yes. */
    static final int OK = 0;
    /** Done, and the answer is no: drift was found, a node did not converge, a check failed. */
    static final int NO = 1;
    /** The command line or the configuration is wrong, or names something that does not exist. */
    static final int USAGE = 2;
    /** The starter, Temporal, the ledger or a worker did not answer. */
    static final int AWAY = 3;
    /** Refused: busy, held, frozen, no capacity, or not possible in the present state. */
    static final int REFUSED = 4;
    /** The token is missing, wrong, or not allowed to do this. */
    static final int DENIED = 5;
    /** Is a bug in Slipway. */
    static final int BUG = 70;

    /** Returns the exit code for an HTTP status. */
    static int of(int status) {
        return switch (status) {
            case 400, 404, 422 -> USAGE;
            case 401, 403 -> DENIED;
            case 409 -> REFUSED;
            case 502, 503, 504 -> AWAY;
            default -> status < 300 ? OK : status < 400 ? AWAY : BUG;
        };
    }

    /** Returns the section of the help that documents them. */
    static Map<String, String> table() {
        Map<String, String> table = new LinkedHashMap<>();
        table.put("0", "done, and the answer is yes");
        table.put("1", "done, and the answer is no: drift found, a check failed");
        table.put("2", "wrong command line or configuration, or a name that does not exist");
        table.put("3", "starter, Temporal, ledger or worker did not answer");
        table.put("4", "refused: busy, held, frozen, no capacity, or not possible in the present state");
        table.put("5", "the token is missing, wrong, or not allowed to do this");
        table.put("70", "a bug in slipway; --debug shows where");
        return table;
    }
}
