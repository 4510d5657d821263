package dev.slipway.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Checks a site's command that writes images. */
final class ImageChecks {
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern SECRET =
            Pattern.compile("(?i)-{0,2}(\\w+[-_])?(password|passwd|secret|apikey|api[-_]key)=[^{].*");

    private ImageChecks() {}

    static void run(ConfigLoader.Bound<?> bound, Optional<ImageCommand> image) {
        image.ifPresent(command -> {
            words(bound, command);
            names(bound, command, "image", "which image it writes");
            if (!uses(command, "node") && !uses(command, "address")) {
                blame(
                        bound,
                        command,
                        "The command does not say on which node it acts.",
                        "Add `{node}` or `{address}`.");
            }
            if (command.timeout().plus(command.returnTimeout()).compareTo(ImageCommand.LONGEST) > 0) {
                bound.blame(
                        command,
                        "timeout",
                        "`timeout` and `returnTimeout` together are longer than 2h.",
                        "Shorten them; a person is asked at their end.");
            }
            if (uses(command, "secretFile") && command.secretFile().isEmpty()) {
                blame(bound, command, "The command names `{secretFile}` and there is none.", "Add `secretFile`.");
            }
        });
    }

    private static void words(ConfigLoader.Bound<?> bound, ImageCommand command) {
        if (command.command().isEmpty() || command.command().getFirst().contains("{")) {
            blame(bound, command, "The command does not begin with a program.", "Write its path first.");
        }
        for (String word : command.command()) {
            for (String place : places(word)) {
                if (!ImageCommand.PLACES.contains(place)) {
                    blame(bound, command, "The placeholder `{" + place + "}` is not known here.", next(place));
                }
            }
            if (SECRET.matcher(word).matches()) {
                blame(
                        bound,
                        command,
                        "A word of the command holds a secret, which every user of the machine could read.",
                        "Put it into a file and name that as `secretFile`.");
            }
        }
    }

    private static void names(ConfigLoader.Bound<?> bound, ImageCommand command, String place, String what) {
        if (!uses(command, place)) {
            blame(bound, command, "The command does not say " + what + ".", "Add `{" + place + "}`.");
        }
    }

    private static String next(String place) {
        String known = "Known: {" + String.join("}, {", ImageCommand.PLACES) + "}.";
        return Nearest.to(place, ImageCommand.PLACES)
                .map(near -> "Did you mean `{" + near + "}`? " + known)
                .orElse(known);
    }

    private static boolean uses(ImageCommand command, String place) {
        return command.command().stream().anyMatch(word -> places(word).contains(place));
    }

    private static List<String> places(String word) {
        return PLACE.matcher(word)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static void blame(ConfigLoader.Bound<?> bound, ImageCommand command, String sentence, String next) {
        bound.blame(command, "command", sentence, next);
    }
}
