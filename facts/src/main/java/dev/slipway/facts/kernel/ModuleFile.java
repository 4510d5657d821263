package dev.slipway.facts.kernel;

import dev.slipway.facts.Dkms;
import java.util.List;
import java.util.Optional;

/**
 * Describes the file of a kernel module from {@code modinfo}; a missing part is empty. {@code firmware} are the files
 * that the module loads.
 */
public record ModuleFile(
        String path, String version, String license, String vermagic, String signer, List<String> firmware) {

    /** There is no such module. */
    public static final ModuleFile NONE = new ModuleFile("", "", "", "", "", List.of());

    /** Returns {@code open} or {@code proprietary}; empty without a license. */
    public Optional<String> flavour() {
        return license.isEmpty() ? Optional.empty() : Optional.of(license.equals("NVIDIA") ? "proprietary" : "open");
    }

    /**
     * Returns how the file was installed; {@code dkms} are the builds that DKMS knows. Empty for a file in an unusual
     * place.
     */
    public Optional<String> delivery(List<Dkms> dkms) {
        boolean built =
                dkms.stream().anyMatch(d -> d.module().startsWith("nvidia") && path.contains("/" + d.kernel() + "/"));
        if (path.contains("/updates/dkms/") || (built && path.contains("/extra/"))) {
            return Optional.of("dkms");
        } else if (path.contains("/kernel/drivers/video/")) {
            return Optional.of("runfile");
        }
        return path.contains("/kernel/nvidia-") || path.contains("/extra/") || path.contains("/weak-updates/")
                ? Optional.of("precompiled")
                : Optional.empty();
    }
}
