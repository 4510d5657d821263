package dev.slipway.activities.bmc;

import dev.slipway.activities.spi.BmcChecks;
import dev.slipway.model.Causes;
import dev.slipway.model.CheckResult;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Logs in to the BMCs of nodes and looks whether each could bring its node back. Changes nothing. */
public final class BmcLogins implements BmcChecks {
    private static final int AT_ONCE = 32;
    private static final String NONE = "no BMC is configured for ";

    private final BmcDirectory directory;

    public BmcLogins(BmcDirectory directory) {
        this.directory = directory;
    }

    @Override
    public List<CheckResult> check(String part, List<NodeRef> nodes) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            List<Future<Optional<CheckResult>>> looks = nodes.stream()
                    .map(node -> threads.submit(() ->
                            directory.of(node).map(entry -> check(part + " " + node.name(), entry))))
                    .toList();
            List<CheckResult> seen = new ArrayList<>();
            for (Future<Optional<CheckResult>> look : looks) {
                look.get().ifPresent(seen::add);
            }
            return seen;
        } catch (ExecutionException e) {
            throw new IllegalStateException("checking a BMC failed: " + Causes.words(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while BMCs were checked", e);
        }
    }

    @Override
    public Reading<Boolean> answers(NodeRef node) {
        Optional<BmcDirectory.Entry> entry = directory.of(node);
        if (entry.isEmpty()) {
            return Reading.unknown(NONE + node.name());
        }
        try (Bmc bmc = entry.get().way().get()) {
            bmc.state();
            return Reading.of(true);
        } catch (BmcFailure failure) {
            return switch (failure.kind()) {
                case SILENT, UNHEARD -> Reading.of(false);
                case LOGIN, BUSY, GARBLED, REFUSED -> Reading.of(true);
                case NO_SESSION, CERTIFICATE, OURS -> Reading.unknown(String.valueOf(failure.getMessage()));
            };
        }
    }

    @Override
    public Optional<String> besides(NodeRef node) {
        Reading<Boolean> answers = answers(node);
        return directory
                .of(node)
                .map(entry -> answers.value()
                        .map(yes -> yes ? "its BMC answers" : "its BMC does not answer either (router R1: oob)")
                        .orElseGet(() -> "whether its BMC answers is unknown: " + answers.error()));
    }

    private static CheckResult check(String part, BmcDirectory.Entry entry) {
        try (Bmc bmc = entry.way().get()) {
            BmcState state = bmc.state();
            String saw = bmc.where() + " lets us in: " + state.says();
            return state.canCycle()
                    ? CheckResult.ok(part, saw)
                    : CheckResult.wrong(
                            part, saw, "give its user the privilege, or renew its firmware: no reset is offered");
        } catch (BmcFailure failure) {
            return CheckResult.wrong(part, String.valueOf(failure.getMessage()), failure.next());
        }
    }
}
