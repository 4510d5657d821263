package dev.slipway.activities.kubernetes;

import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Describes the pod of a smoke job, and how it is recognised. */
final class SmokeManifest {
    private static final String RUN = "slipway.dev/run";
    private static final String STEP = "slipway.dev/step";
    private static final String SMOKE = "smoke";
    private static final String GPU = "nvidia.com/gpu";
    private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
    private static final int LONGEST_NAME = 63;

    private SmokeManifest() {}

    /** Returns the same name for the same act, within the limits of a name. */
    static String name(Act act) {
        String plain = ("slipway-" + act.token() + "-" + act.directory())
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9-]", "-");
        if (plain.length() <= LONGEST_NAME) {
            return plain;
        }
        String tail = "-" + Integer.toHexString(plain.hashCode());
        return plain.substring(0, LONGEST_NAME - tail.length()) + tail;
    }

    static Pod of(Act act, SmokeJob job) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name(act))
                .withNamespace(job.namespace())
                .withLabels(Map.of(RUN, act.token(), STEP, SMOKE))
                .endMetadata()
                .withNewSpec()
                .withNodeName(act.node().name())
                .withRestartPolicy("Never")
                .withActiveDeadlineSeconds(Math.max(1, job.within().toSeconds()))
                .withAutomountServiceAccountToken(false)
                .addNewToleration()
                .withKey(UNSCHEDULABLE)
                .withOperator("Exists")
                .withEffect("NoSchedule")
                .endToleration()
                .addNewToleration()
                .withKey(GPU)
                .withOperator("Exists")
                .withEffect("NoSchedule")
                .endToleration()
                .withContainers(container(job))
                .endSpec()
                .build();
    }

    private static Container container(SmokeJob job) {
        ContainerBuilder container = new ContainerBuilder()
                .withName(SMOKE)
                .withImage(job.image())
                .withNewResources()
                .addToLimits(GPU, new Quantity(Integer.toString(job.gpus())))
                .endResources();
        return (job.command().isEmpty() ? container : container.withCommand(job.command())).build();
    }

    /** Returns whether the pod is the one that this act creates: of this run, and on this node. */
    static boolean isOf(Pod pod, Act act) {
        return act.token().equals(label(pod, RUN))
                && act.node().name().equals(pod.getSpec().getNodeName());
    }

    /** Returns whether the pod is one of our smoke jobs, of any run. */
    static boolean isSmoke(Pod pod) {
        return SMOKE.equals(label(pod, STEP)) && !label(pod, RUN).isEmpty();
    }

    private static String label(Pod pod, String key) {
        return Optional.ofNullable(pod.getMetadata().getLabels())
                .map(labels -> labels.get(key))
                .orElse("");
    }
}
