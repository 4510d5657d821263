package dev.slipway.config;

import dev.slipway.model.node.NodePolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds which of the files that a configuration names cannot be read. Their content is never read. */
final class NeededFiles {
    private final List<Problem> missing = new ArrayList<>();

    static List<Problem> missing(Config config) {
        NeededFiles files = new NeededFiles();
        Path site = config.directory().resolve("slipway.yaml");
        files.temporal(site, config.site().temporal());
        config.site().ledger().passwordFile().ifPresent(f -> files.need(site, "The ledger's password file", f));
        config.site()
                .image()
                .ifPresent(image -> files.need(site, "The image command's secret file", image.secretFile()));
        for (SiteConfig.Channel channel : config.site().notifications().channels()) {
            files.need(site, "The address of a webhook", channel.urlFile());
            files.need(site, "The token of a webhook", channel.tokenFile());
        }
        files.need(
                site,
                "The address of the webhook of tickets",
                config.site().tickets().urlFile());
        files.need(
                site,
                "The token of the webhook of tickets",
                config.site().tickets().tokenFile());
        for (FleetConfig fleet : config.fleets().values()) {
            Path place = config.directory().resolve("fleets");
            String of = " of fleet `" + fleet.name() + "`";
            files.need(place, "The SSH key" + of, config.sshOf(fleet).key());
            files.need(place, "The list of host keys" + of, config.sshOf(fleet).knownHosts());
            fleet.image()
                    .ifPresent(image -> files.need(place, "The image command's secret file" + of, image.secretFile()));
            if (config.policyOf(fleet).convergeBy() == NodePolicy.ConvergeBy.ANSIBLE
                    || config.policyOf(fleet).driftCheck().ansible()) {
                files.need(site, "The playbook" + of, config.site().ansible().playbook());
            }
            fleet.kubernetes().ifPresent(cluster -> files.cluster(place, of, cluster));
            files.bmcs(place, fleet);
        }
        return List.copyOf(files.missing);
    }

    private void temporal(Path site, SiteConfig.Temporal temporal) {
        need(site, "The API key of Temporal", temporal.apiKeyFile());
        need(site, "The authority of Temporal", temporal.tls().flatMap(SiteConfig.Tls::caFile));
        need(site, "The client certificate for Temporal", temporal.tls().flatMap(SiteConfig.Tls::certificateFile));
        need(site, "The client key for Temporal", temporal.tls().flatMap(SiteConfig.Tls::keyFile));
    }

    private void bmcs(Path place, FleetConfig fleet) {
        for (FleetConfig.Member member : fleet.nodes()) {
            Optional<BmcConfig> access = member.bmc().map(bmc -> bmc.access(fleet.bmc()));
            String of = " of the BMC of `" + member.name() + "`";
            need(place, "The password" + of, access.flatMap(BmcConfig::passwordFile));
            need(place, "The certificate" + of, access.flatMap(BmcConfig::certificateFile));
        }
    }

    private void cluster(Path place, String of, FleetConfig.Kubernetes cluster) {
        need(place, "The kubeconfig" + of, cluster.kubeconfig());
        need(place, "The API token" + of, cluster.tokenFile());
        need(place, "The API's authority" + of, cluster.caFile());
    }

    private void need(Path place, String what, Optional<Path> file) {
        file.ifPresent(f -> need(place, what, f));
    }

    private void need(Path place, String what, Path file) {
        if (!Files.isReadable(file)) {
            missing.add(new Problem(
                    place, 0, what + " cannot be read: " + file + ".", "Put it there, or correct the configuration."));
        }
    }
}
