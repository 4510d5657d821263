package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.kubernetes.EvictionAnswer.Meaning;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvictionAnswerTest {
    private static EvictionAnswer of(int code, String body, int retryAfterSeconds) {
        Optional<Duration> told =
                retryAfterSeconds > 0 ? Optional.of(Duration.ofSeconds(retryAfterSeconds)) : Optional.empty();
        return EvictionAnswer.of(new ApiAnswer(code, body, told));
    }

    private static String status(String kind, String cause, String message) {
        return """
                {"kind":"Status","status":"Failure","message":"%s","details":{"kind":"%s","causes":[{"reason":"%s"}]}}""".formatted(message, kind, cause);
    }

    @ParameterizedTest
    @CsvSource({
        "201, ACCEPTED",
        "204, ACCEPTED",
        "400, REFUSED",
        "401, REFUSED",
        "403, REFUSED",
        "404, GONE",
        "500, SERVER",
        "503, SERVER"
    })
    void readsPlainCodes(int code, Meaning meaning) {
        assertThat(of(code, "", 0).meaning()).isEqualTo(meaning);
    }

    @Test
    void aBudgetWithoutRoomIsOrdinaryWaiting() {
        String body = status("", "DisruptionBudget", "The disruption budget web needs 199 healthy pods and has 199");

        assertThat(of(429, body, 0).meaning()).isEqualTo(Meaning.NO_ROOM);
        assertThat(of(429, body, 0).text()).contains("needs 199");
    }

    @Test
    void aBudgetThatIsStillBeingProcessedSaysHowLong() {
        EvictionAnswer answer = of(429, status("", "DisruptionBudget", "still being processed by the server."), 10);

        assertThat(answer.meaning()).isEqualTo(Meaning.TOLD_TO_WAIT);
        assertThat(answer.pause()).contains(Duration.ofSeconds(10));
    }

    @Test
    void flowControlAnswersInPlainText() {
        EvictionAnswer answer = of(429, "Too many requests, please try again later.\n", 2);

        assertThat(answer.meaning()).isEqualTo(Meaning.OVERLOAD);
        assertThat(answer.text()).startsWith("Too many requests");
    }

    @Test
    void twoBudgetsAreForAPersonAndNotAFailureOfTheServer() {
        String body = status("", "", "This pod has more than one PodDisruptionBudget, which is not supported.");

        assertThat(of(500, body, 0).meaning()).isEqualTo(Meaning.PERMANENT);
    }

    @Test
    void aConflictOnTheBudgetIsNotAboutThePod() {
        assertThat(of(409, status("poddisruptionbudgets", "", "the object has been modified"), 0)
                        .meaning())
                .isEqualTo(Meaning.CONFLICT);
        assertThat(of(409, status("Pod", "", "the UID in the precondition does not match"), 0)
                        .meaning())
                .isEqualTo(Meaning.GONE);
    }

    @Test
    void aPodWhoseNamespaceIsBeingDeletedGoesByItself() {
        String body = status("pods", "NamespaceTerminating", "namespace ml is being terminated");

        assertThat(of(403, body, 0).meaning()).isEqualTo(Meaning.LEAVING);
        assertThat(of(403, status("pods", "", "cannot create resource pods/eviction"), 0)
                        .meaning())
                .isEqualTo(Meaning.REFUSED);
    }

    @Test
    void garbageIsNeverAcceptance() {
        assertThat(of(429, "{\"kind\":", 0).meaning()).isEqualTo(Meaning.OVERLOAD);
        assertThat(of(302, "<html>", 0).meaning()).isEqualTo(Meaning.SERVER);
    }
}
