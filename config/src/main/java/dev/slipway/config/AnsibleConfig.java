package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import dev.slipway.config.keys.LegacyKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Describes how the site's role is run, if a policy's means are {@code ansible}. */
public record AnsibleConfig(
        @Doc("The playbook; each play is limited to one node.") @Default("ansible/site.yml")
        Path playbook,

        @Doc("Name or path of ansible-playbook, beside each worker.") @Default("ansible-playbook")
        String command,

        @Doc("Directory of the plays that ran and run; a worker that starts finds there what another one began.")
        @Default("../.slipway/plays")
        Path runs,

        @Doc("Whether all workers share that directory; a ledger on PostgreSQL asks for it.") @Default("false")
        boolean shared,

        @Doc("How long a play may take.") @Default("30m") @LegacyKey("within")
        Duration timeout,

        @Doc("Variables of the site's own playbook, beside those of the role: a text, in which `{KEY}` stands"
                + " for a pin of the baseline and `{baseline}` for its id. `driver_branch` is"
                + " `{driverBranch}` unless it is named here.")
        Map<String, String> variables) {

    /** Returns the table of variables. */
    public PlaybookVariables table() {
        return new PlaybookVariables(variables);
    }

    /** Longer than this no attempt to converge a node is followed. */
    static final Duration LONGEST = Duration.ofMinutes(40);
}
