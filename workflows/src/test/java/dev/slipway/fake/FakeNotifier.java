package dev.slipway.fake;

import dev.slipway.model.FailureType;
import dev.slipway.model.Notification;
import dev.slipway.model.node.NodeRef;
import dev.slipway.port.Notifier;
import java.util.function.Function;

/** People, who hear of a node by what is kept on it; of a rollout by the node {@code rollout}. */
record FakeNotifier(Function<NodeRef, FakeNode> find) implements Notifier {
    @Override
    public void tell(Notification notification) {
        String name = notification.subject().startsWith("rollout ")
                ? "rollout"
                : notification.subject().substring(notification.subject().indexOf('/') + 1);
        FakeNode node = find.apply(new NodeRef("prod", name));
        if (node.nobodyListens) {
            throw FailureType.TRANSIENT.of("the webhook answered 503");
        }
        node.told.add(notification.state() + ": " + notification.text());
    }
}
