package dev.slipway.config;

import java.util.Optional;

/** Knows the exact version that a branch means at this moment. Asked once, at import; the answer is what is stored. */
// seam: the starter reads package lists of nodes, this module does not
public interface Branches {
    /** Lists the parts of which a seed file names only a branch. */
    enum Part {
        DRIVER,
        CUDA,
        FABRIC_MANAGER,
        CONTAINER_TOOLKIT
    }

    /** Returns the newest version of {@code part} in {@code branch}, as {@code 570.133.20} in {@code 570}. */
    Optional<String> exact(Part part, String branch);
}
