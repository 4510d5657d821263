package dev.slipway.starter.alerts;

import dev.slipway.starter.api.ApiException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Serves {@code POST /api/v1/alerts}, Alertmanager's webhook. */
@RestController
final class AlertController {
    /** Alertmanager's is 16 hexadecimal digits; others that post alerts may have their own. */
    private static final Pattern FINGERPRINT = Pattern.compile("[A-Za-z0-9._:/+=-]{1,200}");

    private final Intake intake;

    AlertController(Intake intake) {
        this.intake = intake;
    }

    /** Lists the result of each alert, in the order of the body. */
    record AlertResults(List<AlertResult> results) {}

    @Operation(summary = "Alertmanager webhook, version 4")
    @ApiResponse(
            responseCode = "202",
            description =
                    "What became of each alert; an alert (fingerprint and startsAt) is acted on at most once ever.")
    @PostMapping("/api/v1/alerts")
    @ResponseStatus(HttpStatus.ACCEPTED)
    AlertResults take(@RequestBody Webhook webhook, Principal caller) {
        List<AlertResult> results = all(checked(webhook), caller);
        if (!results.isEmpty() && results.stream().noneMatch(AlertResult::usable)) {
            throw ApiException.unusable(
                    results.getFirst().alert() + ": " + results.getFirst().detail(),
                    "route only alerts of nodes in fleets/ to this receiver");
        }
        return new AlertResults(results);
    }

    private static List<Webhook.Alert> checked(Webhook webhook) {
        if (!"4".equals(webhook.version())) {
            throw ApiException.badRequest(
                    "this is not Alertmanager's webhook of version 4 but of " + webhook.version(),
                    "use a webhook_config of Alertmanager 0.20 or newer");
        }
        List<Webhook.Alert> alerts = webhook.alerts();
        if (alerts == null || alerts.isEmpty()) {
            throw ApiException.badRequest("the body carries no alerts", "send Alertmanager's own body");
        }
        alerts.forEach(AlertController::checked);
        return alerts;
    }

    private static void checked(Webhook.Alert alert) {
        String fingerprint = alert.fingerprint();
        if (fingerprint == null || !FINGERPRINT.matcher(fingerprint).matches()) {
            throw ApiException.badRequest(
                    alert.name() + " carries no usable fingerprint, so nobody could tell it from the next",
                    "send Alertmanager's own body");
        }
        try {
            Instant.parse(String.valueOf(alert.startsAt()));
        } catch (DateTimeParseException e) {
            throw ApiException.badRequest(
                    alert.name() + " has the startsAt '" + alert.startsAt() + "', which is not an RFC 3339 time",
                    "send Alertmanager's own body");
        }
    }

    /** Takes every alert, even if one of them fails: what was done stays recorded, and the sender sends again. */
    private List<AlertResult> all(List<Webhook.Alert> alerts, Principal caller) {
        List<AlertResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<AlertResult>> futures = new ArrayList<>();
            alerts.forEach(alert -> futures.add(threads.submit(() -> intake.take(alert, caller))));
            for (Future<AlertResult> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.away("interrupted while alerts were taken", "send them again");
        }
    }
}
