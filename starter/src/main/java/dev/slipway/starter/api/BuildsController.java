package dev.slipway.starter.api;

import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.Who;
import dev.slipway.starter.Installation;
import java.security.Principal;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which drivers are known not to build for which kernels, and how a person takes back what a node taught. */
@RestController
@RequestMapping("/api/v1/builds")
final class BuildsController {
    private final Installation installation;
    private final Audit audit;

    BuildsController(Installation installation, Audit audit) {
        this.installation = installation;
        this.audit = audit;
    }

    @GetMapping
    Builds list() {
        return of(Stream.concat(installation.config().unbuildable().stream(), tried()));
    }

    @DeleteMapping("/{driver}/{kernel}")
    Builds forget(
            @PathVariable String driver, @PathVariable String kernel, @RequestBody Decided decided, Principal caller) {
        Who who = decided.by(caller);
        Builds forgotten =
                of(tried().filter(p -> p.driver().equals(driver) && p.kernel().equals(kernel)));
        if (forgotten.builds().isEmpty()) {
            throw Refused.unknown(
                    "no failed build of " + driver + " for " + kernel + " is kept",
                    "see: slipway builds list; what stands in builds.yaml is taken out there");
        }
        audit.note(
                who,
                "forget build",
                driver + " for " + kernel,
                forgotten.builds().getFirst().reason());
        installation.ledger().unbuildablePairs().forget(driver, kernel);
        return forgotten;
    }

    private Stream<UnbuildablePair> tried() {
        return installation.ledger().unbuildablePairs().all().stream();
    }

    private static Builds of(Stream<UnbuildablePair> pairs) {
        return new Builds(pairs.map(Build::of).toList());
    }

    /** Pairs that do not build: those of {@code builds.yaml} first. */
    record Builds(List<Build> builds) {}

    /** One pair, and from where it is known; node, run and time are empty where a person wrote it. */
    record Build(
            String driver,
            String flavour,
            String kernel,
            String reason,
            String source,
            String node,
            String run,
            String at) {

        static Build of(UnbuildablePair pair) {
            return new Build(
                    pair.driver(),
                    pair.flavour().orElse(""),
                    pair.kernel(),
                    pair.reason(),
                    pair.source(),
                    pair.tried().map(t -> t.node().toString()).orElse(""),
                    pair.tried().map(UnbuildablePair.Tried::run).orElse(""),
                    pair.tried().map(t -> t.at().toString()).orElse(""));
        }
    }
}
