package dev.slipway.starter.api;

import dev.slipway.config.Config;
import dev.slipway.ledger.NodePins;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.Trigger;
import dev.slipway.starter.Installation;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Makes triggers from the present configuration: goal, previous baseline and policy, stored for ever. */
@Component
public final class Triggers {
    private final Installation installation;

    public Triggers(Installation installation) {
        this.installation = installation;
    }

    /** Holds why a run starts, who requested it, and whether it takes over a held node or belongs to a rollout. */
    public record Cause(Reason reason, Who who, boolean adopt, Optional<String> change) {}

    /** Returns the trigger for a node: towards its pin if it has one, else towards its fleet's baseline. */
    public Trigger of(Members.Member member, Cause cause) {
        Config config = installation.config();
        BaselineRef goal = installation
                .ledger()
                .nodePins()
                .holding(member.node(), config.ref(member.fleet().baseline()))
                .map(NodePins.Pin::baseline)
                .orElseGet(() -> stored(member.fleet().baseline()));
        Optional<BaselineRef> previous = Optional.ofNullable(config.baselines().get(goal.id()))
                .flatMap(Baseline::previous)
                .map(this::stored);
        return new Trigger(
                member.node(),
                member.fleet().name(),
                cause.reason(),
                cause.who(),
                goal,
                previous,
                config.policyOf(member.fleet()).nodePolicy(),
                new Trigger.Options(
                        cause.adopt(),
                        cause.change(),
                        member.fleet().domain(),
                        member.fleet().taskQueue()),
                Optional.empty());
    }

    /** Returns the reference of a configured baseline, and stores the baseline in the ledger. */
    public BaselineRef stored(String id) {
        Config config = installation.config();
        BaselineRef ref = config.ref(id)
                .orElseThrow(() -> ApiException.unknown("there is no baseline " + id, "see slipway config check"));
        Baseline baseline = config.baselines().get(id);
        if (baseline != null) {
            installation.ledger().baselines().keep(ref, baseline, installation.now());
        }
        return ref;
    }
}
