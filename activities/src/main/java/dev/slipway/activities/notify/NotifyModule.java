package dev.slipway.activities.notify;

import dev.slipway.activities.http.HttpCalls;
import dev.slipway.config.SiteConfig;
import dev.slipway.model.Act;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.port.Notifier;
import dev.slipway.port.Tickets;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Wires the channels that configuration names. What was sent is recorded beside the evidence, which all workers share.
 */
public record NotifyModule(Notifier notifier, Tickets tickets) {
    private static final Duration TICKET_WITHIN = Duration.ofSeconds(20);

    /** Takes {@code ticket}, which writes the text of a ticket. */
    public static NotifyModule of(HttpCalls http, SiteConfig site, BiFunction<Act, RmaCase, String> ticket) {
        SentLog remembered = new SentLog(site.evidence().directory().resolve("told"));
        return new NotifyModule(
                new NotifyOnce(channels(http, site.notifications().channels()), remembered),
                new WebhookTickets(http, endpoint(site.tickets()), remembered, ticket));
    }

    private static List<Channel> channels(HttpCalls http, List<SiteConfig.Channel> configured) {
        List<Channel> channels = new ArrayList<>();
        for (SiteConfig.Channel channel : configured) {
            switch (channel.kind()) {
                case LOG -> channels.add(new LogChannel());
                case WEBHOOK ->
                    channels.add(new WebhookChannel(
                            http,
                            () -> address(channel.url(), channel.urlFile()),
                            () -> channel.tokenFile().map(NotifyModule::read)));
            }
        }
        return channels;
    }

    private static WebhookTickets.Endpoint endpoint(SiteConfig.Tickets tickets) {
        return new WebhookTickets.Endpoint(
                () -> tickets.url()
                        .or(() -> tickets.urlFile().map(file -> address(Optional.empty(), Optional.of(file)))),
                () -> tickets.tokenFile().map(NotifyModule::read),
                TICKET_WITHIN);
    }

    private static URI address(Optional<URI> url, Optional<Path> file) {
        try {
            return url.orElseGet(() -> URI.create(file.map(NotifyModule::read).orElse("")));
        } catch (IllegalArgumentException e) {
            throw FailureType.TRANSIENT.of("There is no address of a webhook in "
                    + file.map(Path::toString).orElse("`notify`"));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("Cannot read " + file + ": " + Causes.words(e));
        }
    }
}
