package dev.slipway.worker;

import dev.slipway.activities.notify.Channel;
import dev.slipway.activities.notify.LogChannel;
import dev.slipway.activities.notify.NotifyOnce;
import dev.slipway.activities.notify.ToldInFiles;
import dev.slipway.activities.notify.WebhookChannel;
import dev.slipway.activities.notify.WebhookTickets;
import dev.slipway.config.SiteConfig;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.RmaCase;
import dev.slipway.port.Notifier;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** The ways to people that configuration names. What was told is remembered beside the evidence, which all workers share. */
record People(Notifier notifier, WebhookTickets tickets) {

    private static final Duration TICKET_WITHIN = Duration.ofSeconds(20);

    static People of(HttpClient http, SiteConfig site, BiFunction<Act, RmaCase, String> ticket) {
        List<Channel> channels = new ArrayList<>();
        for (SiteConfig.Channel channel : site.notifications().channels()) {
            switch (channel.kind()) {
                case LOG -> channels.add(new LogChannel());
                case WEBHOOK ->
                    channels.add(new WebhookChannel(
                            http,
                            () -> address(channel.url(), channel.urlFile()),
                            () -> channel.tokenFile().map(People::read)));
            }
        }
        Path told = site.evidence().directory().resolve("told");
        ToldInFiles remembered = new ToldInFiles(told);
        WebhookTickets tickets = new WebhookTickets(http, place(site.tickets()), remembered, ticket);
        return new People(new NotifyOnce(channels, remembered), tickets);
    }

    private static WebhookTickets.Place place(SiteConfig.Tickets tickets) {
        return new WebhookTickets.Place(
                () -> tickets.url()
                        .or(() -> tickets.urlFile().map(file -> address(Optional.empty(), Optional.of(file)))),
                () -> tickets.tokenFile().map(People::read),
                TICKET_WITHIN);
    }

    private static URI address(Optional<URI> url, Optional<Path> file) {
        try {
            return url.orElseGet(() -> URI.create(file.map(People::read).orElse("")));
        } catch (IllegalArgumentException e) {
            throw FailureType.TRANSIENT.of("The address of a webhook in " + file + " is none");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("Cannot read " + file);
        }
    }
}
