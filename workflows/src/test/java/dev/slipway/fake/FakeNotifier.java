package dev.slipway.fake;

import dev.slipway.model.FailureType;
import dev.slipway.model.News;
import dev.slipway.model.NodeRef;
import dev.slipway.port.Notifier;
import java.util.function.Function;

/** People, who hear of a node by what is kept on it; of a rollout by the node {@code rollout}. */
record FakeNotifier(Function<NodeRef, FakeNode> find) implements Notifier {
    @Override
    public void tell(News news) {
        String name = news.subject().startsWith("rollout ")
                ? "rollout"
                : news.subject().substring(news.subject().indexOf('/') + 1);
        FakeNode node = find.apply(new NodeRef("prod", name));
        if (node.nobodyListens) {
            throw FailureType.TRANSIENT.of("the webhook answered 503");
        }
        node.told.add(news.state() + ": " + news.text());
    }
}
