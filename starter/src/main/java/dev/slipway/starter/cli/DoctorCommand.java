package dev.slipway.starter.cli;

import dev.slipway.model.CheckResult;
import dev.slipway.starter.client.DoctorReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Looks at every part that a run needs. */
@Command(
        name = "doctor",
        description = {
            "Check configuration, ledger and its growth, Temporal, namespace, search attributes and workers;"
                    + " a worker then checks SSH to one"
                    + " node of each fleet and its rights in clusters, and names nodes that keep no journal over boots"
                    + " and gates that cannot run there."
                    + " Creates missing search attributes, changes nothing else.",
            "Exit 0: all is well. Exit 1: something is wrong, or could not be checked."
        },
        footer = {"", "Example: slipway doctor --all"})
final class DoctorCommand extends ApiCommand {

    @Option(names = "--all", description = "Log in to every node, not to one of each fleet.")
    boolean all;

    @Override
    public Integer call() {
        Reply<DoctorReport> answer = all
                ? client().answersWithin(Duration.ofMinutes(6)).get("api/v1/doctor?all=true", DoctorReport.class)
                : client().get("api/v1/doctor", DoctorReport.class);
        answer(answer, DoctorCommand::words);
        return answer.value().healthy() ? Exit.OK : Exit.NO;
    }

    private static String words(DoctorReport answer) {
        List<List<String>> rows = new ArrayList<>();
        answer.checks().forEach(c -> rows.add(List.of(finding(c), c.part(), c.saw(), next(c))));
        return Words.columns(rows);
    }

    private static String finding(CheckResult check) {
        return check.finding().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String next(CheckResult check) {
        String next = check.next();
        return next.isBlank() ? "" : "→ " + next;
    }
}
