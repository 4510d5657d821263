package dev.slipway.starter.page;

import dev.slipway.model.Durations;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.Statuses;
import dev.slipway.starter.client.Status;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/**
 * Serves the fleet page: the status for a browser, rendered here, refreshed by the browser itself, without a script.
 */
@RestController
final class FleetPage {
    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5">
            <meta name="viewport" content="width=device-width"><title>Slipway</title>
            <style>
            body{font:14px/1.4 system-ui,sans-serif;margin:1.5rem;color:#1a1a1a;background:#fff}
            table{border-collapse:collapse;width:100%}
            th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}
            th{border-bottom:2px solid #999}td{border-bottom:1px solid #ddd}
            .DECISION td,.HELD td,.waits{background:#fff3d6}.stale{color:#777}code{background:#eee;padding:0 .25rem}
            .away{background:#fdd;padding:.5rem}
            @media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}
            .DECISION td,.HELD td,.waits{background:#4a3a10}code{background:#333}}
            </style></head><body><h1>Slipway</h1>
            """;

    private final Installation installation;
    private final Statuses statuses;

    FleetPage(Installation installation, Statuses statuses) {
        this.installation = installation;
        this.statuses = statuses;
    }

    @Operation(summary = "The fleet page, for a browser")
    @ApiResponse(
            responseCode = "200",
            description = "HTML that refreshes itself.",
            content = @Content(mediaType = MediaType.TEXT_HTML_VALUE, schema = @Schema(type = "string")))
    @GetMapping("/")
    ResponseEntity<String> page() {
        Status status = statuses.of(installation.config().fleets().values(), false);
        return ResponseEntity.ok()
                .contentType(MediaType.TEXT_HTML)
                .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
                .body(html(status, installation.now()));
    }

    static String html(Status status, Instant now) {
        StringBuilder page = new StringBuilder(HEAD);
        if (!status.warning().isEmpty()) {
            page.append("<p class=\"away\">").append(text(status.warning())).append("</p>\n");
        }
        status.fleets().forEach(fleet -> page.append(fleet(fleet, now)));
        List<Status.Row> shown = status.rows().stream()
                .filter(row -> !row.state().equals("in-service"))
                .toList();
        if (shown.isEmpty()) {
            page.append("<p>").append(text(status.emptyText(now))).append("</p>\n");
        } else {
            page.append("<table><tr><th>Node<th>Runbook<th>State<th>Step<th>Since<th>Why<th>What you can do</tr>\n");
            shown.forEach(row -> page.append(row(row, now)));
            page.append("</table>\n");
        }
        status.waiting()
                .forEach(rollout -> page.append("<p class=\"waits\">")
                        .append(text(rollout.text()))
                        .append("</p>\n"));
        status.proposals()
                .forEach(p -> page.append("<p>Proposed by an alert: ")
                        .append(text(p.node() + " " + p.alert() + ", received " + age(p.at(), now) + " ago → "
                                + p.command()))
                        .append("</p>\n"));
        page.append("<p class=\"stale\">As of ")
                .append(now.truncatedTo(ChronoUnit.SECONDS))
                .append(", by the clock of the starter.</p>\n");
        return page.append("</body></html>\n").toString();
    }

    private static String fleet(Status.Fleet fleet, Instant now) {
        String frozen = fleet.frozen().isBlank() ? "" : " · <strong>FROZEN: " + text(fleet.frozen()) + "</strong>";
        return """
                <p><strong>%s</strong> %s · %s · %s · %d held · %s · %s · %s%s</p>
                """.formatted(
                        text(fleet.fleet()),
                        text(fleet.nodesText()),
                        text(fleet.inServiceText()),
                        text(fleet.inRunbooksText()),
                        fleet.held(),
                        text(fleet.outByOthersText(now)),
                        text(fleet.driftText(now)),
                        text(fleet.budgetText()),
                        frozen);
    }

    private static String row(Status.Row row, Instant now) {
        String name = row.link().isBlank()
                ? text(row.node())
                : "<a href=\"" + text(row.link()) + "\">" + text(row.node()) + "</a>";
        String can = row.next().isBlank() ? "" : "<code>" + text(row.next()) + "</code>";
        return "<tr class=\"%s\"><td>%s<td>%s<td>%s<td>%s<td>%s<td>%s<td>%s</tr>\n"
                .formatted(
                        text(row.state() + (row.stale() ? " stale" : "")),
                        name,
                        text(row.runbook()),
                        text(row.state()) + (row.stale() ? " (stale)" : ""),
                        text(row.step()),
                        age(row.since(), now),
                        text(row.why()),
                        can);
    }

    private static String age(String since, Instant now) {
        if (since.isBlank()) {
            return "";
        }
        return Durations.words(Duration.between(Instant.parse(since), now));
    }

    private static String text(String value) {
        return HtmlUtils.htmlEscape(value);
    }
}
