package dev.slipway.activities.notify;

import dev.slipway.facts.Text;
import dev.slipway.model.News;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes news to the worker's own log. */
public final class LogChannel implements Channel {
    private static final Logger log = LoggerFactory.getLogger(LogChannel.class);

    @Override
    public void send(News news) {
        String text = Text.printable(news.text()).replace('\n', ' ');
        log.warn("{} {} in {}: {}", news.subject(), news.state(), news.fleet(), text);
    }
}
