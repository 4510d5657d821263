package dev.slipway.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.starter.tokens.TokenKind;
import dev.slipway.starter.tokens.TokensFile;
import dev.slipway.starter.tokens.UnusableTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The name in the audit, in runs and in approvals is that of the token which the request carried. */
class TokenNamesTest {
    @TempDir
    Path folder;

    @Test
    void namesTheTokenInTheAuditWhateverTheRequestSays() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> frozen =
                    starter.post("/api/v1/freezes", "{\"fleet\":\"*\",\"who\":\"mallory\",\"reason\":\"smoke\"}");

            assertThat(frozen.statusCode()).as(frozen.body()).isEqualTo(200);
            List<AuditTrail.Entry> audit = starter.ledger.audit().of("*", 5);
            assertThat(audit).extracting(entry -> entry.who().name()).containsExactly("default");
            assertThat(audit.getFirst().who().why()).contains("smoke").contains("mallory");
        }
    }

    @Test
    void takesOneTokenForOnePersonWhateverNamesItsRequestsCarry() {
        try (RunningStarter starter = RunningStarter.withPolicy(folder, "approvals: { fourEyesAbove: 1 }\n")
                .startWorker()) {
            HttpResponse<String> started = starter.post("/api/v1/rollouts", rollout(check(starter)));
            assertThat(started.body())
                    .contains(
                            "waits for approval by somebody else than default: slipway rollout approve c1 --reason …");

            HttpResponse<String> approved =
                    starter.post("/api/v1/rollouts/c1/approve", "{\"who\":\"grace\",\"reason\":\"looked at it\"}");

            assertThat(approved.statusCode()).as(approved.body()).isEqualTo(409);
            assertThat(approved.body()).contains("second person");
        }
    }

    @Test
    void letsASecondPersonApproveByATokenOfTheirOwn() {
        try (RunningStarter starter = RunningStarter.withPolicy(folder, "approvals: { fourEyesAbove: 1 }\n")
                .startWorker()) {
            String ada = starter.addToken("ada", TokenKind.OPERATOR);
            String grace = starter.addToken("grace", TokenKind.OPERATOR);
            String check = check(starter);
            starter.sendAs(ada, "POST", "/api/v1/rollouts", rollout(check));

            HttpResponse<String> own =
                    starter.sendAs(ada, "POST", "/api/v1/rollouts/c1/approve", "{\"who\":\"grace\",\"reason\":\"ok\"}");
            HttpResponse<String> other =
                    starter.sendAs(grace, "POST", "/api/v1/rollouts/c1/approve", "{\"reason\":\"ok\"}");

            assertThat(own.statusCode()).as(own.body()).isEqualTo(409);
            assertThat(other.statusCode()).as(other.body()).isEqualTo(200);
            assertThat(starter.get("/api/v1/rollouts/c1").body())
                    .contains("\"approvals\":[\"approved by grace (ok)\"]", "\"problems\":[]");
            assertThat(starter.ledger.audit().of("c1", 9))
                    .extracting(entry -> entry.who().name())
                    .containsExactlyInAnyOrder("ada", "ada", "grace", "grace");
        }
    }

    @Test
    void anAlertsTokenPostsAlertsAndMayNothingElse() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            String secret = starter.addToken("alertmanager", TokenKind.ALERTS);

            for (String[] operation : operations(starter)) {
                HttpResponse<String> answer = starter.sendAs(secret, operation[0], operation[1], "{}");
                if (operation[1].equals("/api/v1/alerts")) {
                    assertThat(answer.statusCode()).isEqualTo(400);
                } else {
                    assertThat(answer.statusCode())
                            .as(String.join(" ", operation))
                            .isEqualTo(403);
                    assertThat(answer.body()).contains("the token alertmanager may only post alerts", "\"next\"");
                }
            }
            String alert = FiringAlert.withoutXid();
            assertThat(starter.sendAs(secret, "POST", "/api/v1/alerts", alert).body())
                    .contains("\"verdict\":\"started\"");
            assertThat(starter.ledger.audit().of("prod-a/gpu-node-01", 5))
                    .singleElement()
                    .satisfies(
                            entry -> assertThat(entry.who().toString()).startsWith("alertmanager (alert GPUXidError"));
        }
    }

    @Test
    void aReadingTokenDecidesNothing() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            String secret = starter.addToken("grafana", TokenKind.READ);

            for (String[] operation : operations(starter)) {
                int status =
                        starter.sendAs(secret, operation[0], operation[1], "{}").statusCode();
                boolean reads = operation[0].equals("GET");
                assertThat(status == 403).as(String.join(" ", operation)).isEqualTo(!reads);
            }
        }
    }

    @Test
    void letsARevokedTokenInNoMoreAndANewOneAtOnce() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            String secret = starter.addToken("ada", TokenKind.OPERATOR);
            assertThat(starter.sendAs(secret, "GET", "/api/v1/status", "").statusCode())
                    .isEqualTo(200);

            new TokensFile(starter.config.site().starter().namedTokens()).revoke("Ada");

            assertThat(starter.sendAs(secret, "GET", "/api/v1/status", "").statusCode())
                    .isEqualTo(401);
            assertThat(starter.get("/api/v1/status").statusCode()).isEqualTo(200);
        }
    }

    /** What was read before counts no longer: somebody may have been revoked since. */
    @Test
    void letsNobodyInWhileTheFileOfTokensIsBroken() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            String secret = starter.addToken("ada", TokenKind.OPERATOR);
            Files.writeString(starter.config.site().starter().namedTokens(), "ada operator\n");

            HttpResponse<String> answer = starter.sendAs(secret, "GET", "/api/v1/status", "");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body())
                    .contains("the starter's tokens cannot be read")
                    .doesNotContain("ada");
        }
    }

    @Test
    void doesNotStartWithAFileOfTokensThatIsBroken() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Files.writeString(starter.config.site().starter().namedTokens(), "# ours\nada admin 00 now\n");

            assertThatThrownBy(() -> starter.restartOn(starter.memory()))
                    .isInstanceOf(UnusableTokens.class)
                    .hasMessageContaining("tokens:2: 'admin' is not a kind of token: use operator, read or alerts");
        }
    }

    private static String check(RunningStarter starter) {
        return starter.post("/api/v1/drift-checks", "{}").body().replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1");
    }

    private static String rollout(String check) {
        return "{\"from\":\"" + check + "\",\"change\":\"c1\",\"who\":\"ada\",\"reason\":\"nightly drift\"}";
    }

    private static JsonNode description(RunningStarter starter) {
        try {
            return new ObjectMapper().readTree(starter.get("/api/v1/openapi").body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Method and path of everything that the starter serves. */
    private static List<String[]> operations(RunningStarter starter) {
        List<String[]> operations = new ArrayList<>();
        description(starter)
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(method -> operations.add(new String[] {
                            method.toUpperCase(Locale.ROOT), path.getKey().replaceAll("\\{[^}]*}", "none")
                        })));
        assertThat(operations).hasSizeGreaterThan(25);
        return operations;
    }
}
