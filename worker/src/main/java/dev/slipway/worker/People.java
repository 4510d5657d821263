package dev.slipway.worker;

import dev.slipway.activities.notify.Channel;
import dev.slipway.activities.notify.LogChannel;
import dev.slipway.activities.notify.NotifyOnce;
import dev.slipway.activities.notify.ToldInFiles;
import dev.slipway.activities.notify.WebhookChannel;
import dev.slipway.config.SiteConfig;
import dev.slipway.model.FailureType;
import dev.slipway.port.Notifier;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The ways to people that configuration names. What was told is remembered beside the evidence, which all workers share. */
record People(Notifier notifier, List<WebhookChannel> webhooks) implements AutoCloseable {

    static People of(SiteConfig site) {
        List<Channel> channels = new ArrayList<>();
        List<WebhookChannel> webhooks = new ArrayList<>();
        for (SiteConfig.Channel channel : site.notifications().channels()) {
            switch (channel.kind()) {
                case LOG -> channels.add(new LogChannel());
                case WEBHOOK -> {
                    WebhookChannel webhook = new WebhookChannel(
                            () -> address(channel), () -> channel.tokenFile().map(People::read));
                    channels.add(webhook);
                    webhooks.add(webhook);
                }
            }
        }
        Path told = site.evidence().directory().resolve("told");
        return new People(new NotifyOnce(channels, new ToldInFiles(told)), List.copyOf(webhooks));
    }

    private static URI address(SiteConfig.Channel channel) {
        try {
            return channel.url()
                    .orElseGet(
                            () -> URI.create(channel.urlFile().map(People::read).orElse("")));
        } catch (IllegalArgumentException e) {
            throw FailureType.TRANSIENT.of("The address of a webhook in " + channel.urlFile() + " is none");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("Cannot read " + file);
        }
    }

    @Override
    public void close() {
        webhooks.forEach(WebhookChannel::close);
    }
}
