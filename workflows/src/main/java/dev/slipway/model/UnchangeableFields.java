package dev.slipway.model;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lists the pinned fields that are off on a node and that no runbook changes there: firmware and BIOS on any node, and
 * what the boot loader sets and which OS it is on a node without an image. What a waiver lets differ is none of them.
 * Pure.
 */
public record UnchangeableFields(List<Difference> off) {

    /** Returns the fields that are off and were read. */
    public static UnchangeableFields of(NodeFacts facts, Baseline goal) {
        return new UnchangeableFields(goal.differences(facts).stream()
                .filter(difference -> !difference.actionable() && !difference.unread())
                .toList());
    }

    /** Returns these without those that a new image of {@code goal} may correct. */
    public UnchangeableFields evenByAnImage(Baseline goal) {
        return new UnchangeableFields(off.stream()
                .filter(difference -> !goal.imaged()
                        || Field.named(difference.field())
                                .filter(Field::ofTheImage)
                                .isEmpty())
                .toList());
    }

    /**
     * Returns these without those that {@code before} shows equally: they were off in the same way, or could not be
     * read.
     */
    public UnchangeableFields since(NodeFacts before, Baseline goal) {
        List<Difference> then = goal.differences(before);
        return new UnchangeableFields(off.stream()
                .filter(now -> then.stream()
                        .noneMatch(was ->
                                was.equals(now) || (was.unread() && was.field().equals(now.field()))))
                .toList());
    }

    /**
     * Returns for a person each field with what was found, what is wanted, who can change it, and the waiver to write
     * instead.
     */
    public String sentence(NodeRef node) {
        return off.stream().map(UnchangeableFields::sentence).collect(Collectors.joining("; "))
                + "; or add to the baseline's waivers, which leaves its content as it is: { field: "
                + off.stream().map(Difference::field).findFirst().orElse("") + ", node: " + node.name()
                + ", reason: \"...\", expires: YYYY-MM-DD }";
    }

    private static String sentence(Difference difference) {
        return difference + ", which no runbook changes: "
                + Field.named(difference.field())
                        .map(UnchangeableFields::remedy)
                        .orElse("set it by hand");
    }

    private static String remedy(Field field) {
        return switch (field) {
            case OS_IMAGE -> "install that OS, or pin an image";
            case CMDLINE -> "set it in the boot loader and reboot";
            case IOMMU, ACS -> "set it in the BIOS or on the kernel's command line and reboot";
            case SECURE_BOOT, BIOS_PROFILE -> "set it in the BIOS";
            default -> "update that firmware with its vendor's tool";
        };
    }
}
