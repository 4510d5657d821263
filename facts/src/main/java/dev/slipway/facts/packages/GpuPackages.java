package dev.slipway.facts.packages;

import dev.slipway.model.Field;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Names the packages that bring each field of a GPU node, as the archives of distributions and of NVIDIA call them. */
public final class GpuPackages {
    private static final String NOT_APPLICABLE = "n/a";
    /** Finds the part in which names that exclude each other differ. */
    private static final Pattern FLAVOUR = Pattern.compile("-(open|latest|server|proprietary)(?=-|$)");

    private static final List<String> RPM_KERNEL = List.of("kernel-core", "kernel-devel");
    private static final Map<Field, Pattern> NAMES = new EnumMap<>(Map.ofEntries(
            names(
                    Field.DRIVER_VERSION,
                    "(lib|xserver-xorg-video-)?nvidia-(?!container|fabric|fs|imex|nscq).*|kmod-nvidia(?!-fs).*"
                            + "|cuda-drivers(-[0-9]{3})?"),
            names(Field.FABRIC_MANAGER, "nvidia-fabric-?manager(-[0-9]+)?"),
            names(Field.NSCQ, "libnvidia-nscq(-[0-9]+)?"),
            names(Field.IMEX, "nvidia-imex(-[0-9]+)?"),
            names(Field.NVLSM, "nvlsm"),
            names(Field.CONTAINER_TOOLKIT, "nvidia-container-toolkit(-base)?|libnvidia-container(1|-tools)"),
            names(Field.DCGM, "datacenter-gpu-manager.*"),
            names(Field.NVIDIA_FS, "nvidia-fs(-dkms|-kmod)?|kmod-nvidia-fs.*"),
            names(Field.GDRCOPY, "gdrcopy|gdrdrv-dkms|gdrcopy-kmod|libgdrapi"),
            names(Field.NCCL, "libnccl2?"),
            names(Field.OFED, "mlnx-ofed-kernel(-dkms)?|mlnx-ofa_kernel|doca-ofed")));

    private GpuPackages() {}

    /** Returns whether a package of this name brings the field. */
    public static Predicate<String> of(Field field) {
        Pattern names = NAMES.get(field);
        return name -> names != null && names.matcher(name).matches();
    }

    /**
     * Holds packages by their exact versions, the fields of which nothing was found, and packages of which a node can
     * have only one: {@code choices} are in none of the others.
     */
    public record Found(Map<String, String> packages, List<Field> missing, List<Map<String, String>> choices) {}

    /**
     * Returns the packages among {@code offers} that bring what is pinned: those whose upstream version is the pin,
     * each in its newest build. The CUDA toolkit and Debian's kernel have the pin in the names of their packages; the
     * version of an RPM kernel is its pin without the architecture. A field that no package brings is passed over. Of
     * packages for open and for proprietary modules it takes those of the pinned flavour.
     */
    public static Found pinned(PackageOffers offers, Map<Field, String> pins) {
        Map<String, String> packages = new TreeMap<>();
        List<Field> missing = new ArrayList<>();
        new EnumMap<>(pins).forEach((field, pin) -> {
            if (pin.equals(NOT_APPLICABLE) || !(NAMES.containsKey(field) || named(field))) {
                return;
            }
            Map<String, String> found = offers.newest(offer -> named(field)
                    ? bringsNamed(field, pin, offer)
                    : of(field).test(offer.name())
                            && PackageOffers.upstreamOf(offer.version()).equals(pin));
            packages.putAll(found);
            if (found.isEmpty()) {
                missing.add(field);
            }
        });
        List<Map<String, String>> choices = choices(packages, pins.getOrDefault(Field.MODULE_FLAVOUR, ""));
        return new Found(packages, missing, choices);
    }

    /** Takes from {@code packages} each set that excludes itself, or the part of it that is of another flavour. */
    private static List<Map<String, String>> choices(Map<String, String> packages, String flavour) {
        Map<String, Map<String, String>> byStem = new TreeMap<>();
        packages.forEach((name, version) -> {
            if (of(Field.DRIVER_VERSION).test(name)) {
                byStem.computeIfAbsent(FLAVOUR.matcher(name).replaceAll(""), stem -> new TreeMap<>())
                        .put(name, version);
            }
        });
        List<Map<String, String>> choices = new ArrayList<>();
        for (Map<String, String> same : byStem.values()) {
            Map<String, String> fits = new TreeMap<>(same);
            if (same.size() > 1 && List.of("open", "proprietary").contains(flavour)) {
                fits.keySet().removeIf(name -> name.contains("-open") != flavour.equals("open"));
            }
            if (same.size() > 1) {
                packages.keySet().removeAll(same.keySet());
                if (fits.size() == 1) {
                    packages.putAll(fits);
                } else {
                    choices.add(fits.isEmpty() ? same : fits);
                }
            }
        }
        return choices;
    }

    /** Returns the names among {@code offers} that bring the field, in whatever version. */
    public static List<String> names(PackageOffers offers, Field field) {
        return offers.offers().stream()
                .map(PackageOffers.Offer::name)
                .filter(of(field))
                .distinct()
                .sorted()
                .toList();
    }

    private static boolean named(Field field) {
        return field == Field.CUDA_TOOLKIT || field == Field.KERNEL;
    }

    private static boolean bringsNamed(Field field, String pin, PackageOffers.Offer offer) {
        if (field == Field.CUDA_TOOLKIT) {
            return offer.name().equals("cuda-toolkit-" + pin);
        }
        boolean ofDebian = List.of("linux-image-" + pin, "linux-headers-" + pin).contains(offer.name());
        return ofDebian
                || (RPM_KERNEL.contains(offer.name())
                        && !RpmKernel.ofFlavour(pin)
                        && offer.version().equals(RpmKernel.version(pin)));
    }

    private static Map.Entry<Field, Pattern> names(Field field, String names) {
        return Map.entry(field, Pattern.compile(names));
    }
}
