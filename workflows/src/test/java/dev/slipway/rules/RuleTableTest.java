package dev.slipway.rules;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Rule.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.facts.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A table takes the first rule that fits, and stops where a question has no answer. */
class RuleTableTest {
    private static final Judgement OPEN = Judgement.unknown("services", "timed out");

    private enum Acts implements Procedure {
        MEND;

        @Override
        public String plan() {
            return "mend " + WHAT;
        }
    }

    private static RuleTable<String> table(Judgement first, Judgement second) {
        return RuleTable.of(
                rule("T1", "facts incomplete", v -> Judgement.no(), Then.report()),
                rule("T2", "broken", v -> first, Then.actOn(Acts.MEND)),
                rule("T3", "elsewhere", v -> second, Then.divertUnsafe("first-aid")),
                otherwise("T0", "well", Then.clean()));
    }

    private static Diagnosed row(Judgement first, Judgement second) {
        return table(first, second).diagnose("node", List.of());
    }

    @Test
    void takesTheFirstRuleThatFitsWithItsEvidence() {
        Diagnosed row = row(Judgement.yes("the fan"), OPEN);

        assertThat(row.row()).isEqualTo("T2");
        assertThat(row.route()).isEqualTo(Route.perform("MEND", "the fan", "mend the fan"));
    }

    @Test
    void stopsWhereAQuestionHasNoAnswerAndSaysWhatIsMissing() {
        Diagnosed row = row(OPEN, Judgement.yes());

        assertThat(row.row()).isEqualTo("T1");
        assertThat(row.route()).isEqualTo(new Route(Route.Kind.REPORT, "services (timed out)"));
    }

    @Test
    void unknownIsNeverClean() {
        assertThat(row(Judgement.no(), OPEN).route().kind()).isEqualTo(Route.Kind.REPORT);
        assertThat(row(Judgement.no(), Judgement.no()).route().kind()).isEqualTo(Route.Kind.CLEAN);
    }

    @Test
    void tellsWhereItLeadsAndItsRows() {
        assertThat(table(OPEN, OPEN).leadsTo()).containsExactly("first-aid");
        assertThat(table(OPEN, OPEN).ids()).containsExactly("T1", "T2", "T3", "T0");
    }

    /** A no is enough for a no, a yes for a yes; between them unknown stays unknown. */
    @Test
    void joinsAnswers() {
        Judgement yes = Judgement.yes("a");

        assertThat(OPEN.and(Judgement.no()).isNo()).isTrue();
        assertThat(OPEN.and(yes)).isEqualTo(OPEN);
        assertThat(OPEN.or(yes)).isEqualTo(yes);
        assertThat(OPEN.or(Judgement.no())).isEqualTo(OPEN);
        assertThat(OPEN.not()).isEqualTo(OPEN);
        assertThat(yes.and(Judgement.yes("b", "a")).evidence()).containsExactly("a", "b");
        assertThat(Judgement.read("boot", Reading.unknown("no ssh")).sentence()).isEqualTo("boot (no ssh)");
    }
}
