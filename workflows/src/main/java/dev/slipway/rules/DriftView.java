package dev.slipway.rules;

import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.Field;
import dev.slipway.model.facts.ImageManifest;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Answers in what a node differs from the baseline that it shall have. A field that could not be read is a difference
 * of its own.
 */
public record DriftView(NodeView node, Differences found) {

    /** Returns the view of a node beside its baseline. */
    public static DriftView of(NodeView node) {
        return new DriftView(node, Differences.of(node.facts(), node.goal()));
    }

    /** Returns the differences of pinned fields. */
    public List<Difference> versions() {
        return found.versions();
    }

    /** A pinned field differs for which {@code is} holds. */
    public Judgement anyVersion(Predicate<Difference> is) {
        return Judgement.of(versions().stream().anyMatch(is));
    }

    /** That field was read, and is not at its pin. */
    public Judgement differs(Field field) {
        return anyVersion(d -> d.field().equals(field.key()) && !d.unread());
    }

    /** A package is absent or at another version; a lost hold alone is none. */
    public Judgement packagesDiffer() {
        return Judgement.of(found.packages().stream().anyMatch(d -> !d.found().equals("held: no")));
    }

    /** A version differs that a runbook changes. */
    public Judgement versionsDiffer() {
        return anyVersion(d -> d.actionable() && !d.unread()).or(packagesDiffer());
    }

    /** A runtime setting, a service, a loaded module or a hold differs. */
    public Judgement settingsDiffer() {
        boolean setting = found.settings().stream().anyMatch(d -> !d.unread());
        return Judgement.of(setting || !found.packages().isEmpty());
    }

    private Judgement imaged() {
        return Judgement.of(node.goal().imaged());
    }

    /** The baseline pins an image, and the node has another or none that is known. */
    public Judgement imageMissed() {
        return imaged().and(differs(Field.IMAGE_VERSION).or(imageUnknown()));
    }

    /** Is yes as well if the image was built with other software than the node has. */
    public Judgement patchedOnDisk() {
        return imaged().and(versionsDiffer().or(Judgement.any(ImageManifest.against(node.facts()))));
    }

    /** Is yes if unknown: tables that care have a row for it. */
    public Judgement imageUnknown() {
        return Judgement.of(!node.facts().software().manifest().known(), "no readable image manifest");
    }

    /** Is yes if a pinned field or a setting could not be read: tables that care have a row for it. */
    public Judgement unread() {
        return Judgement.any(Stream.concat(versions().stream(), found.settings().stream())
                .filter(Difference::unread)
                .map(d -> d.field() + " " + d.found())
                .toList());
    }
}
