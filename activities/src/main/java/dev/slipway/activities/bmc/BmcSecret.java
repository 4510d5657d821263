package dev.slipway.activities.bmc;

import dev.slipway.activities.bmc.BmcFailure.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Names where a password is: in a file or in a variable of the worker's environment. It is read each time and never
 * stored.
 */
public record BmcSecret(Optional<Path> file, Optional<String> variable) {
    private static final int LONGEST = 4_096;

    /**
     * Returns the password: the first line of the file, or the variable. Fails with {@link Kind#OURS} if there is
     * none.
     */
    String read() {
        return read(name -> System.getenv().getOrDefault(name, ""));
    }

    String read(UnaryOperator<String> environment) {
        String where = file.map(f -> "the file " + f)
                .or(() -> variable.map(v -> "the variable " + v))
                .orElse("no file and no variable");
        String text = file.isPresent()
                ? content(file.get()).lines().findFirst().orElse("")
                : environment.apply(variable.orElse(""));
        if (text.isEmpty() || text.length() > LONGEST) {
            throw new BmcFailure(
                    Kind.OURS,
                    "there is no password for the BMC in " + where,
                    "put it there on every worker, readable for the worker alone");
        }
        return text;
    }

    private static String content(Path file) {
        try {
            if (Files.size(file) > LONGEST) {
                return "";
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new BmcFailure(
                    Kind.OURS,
                    "the worker cannot read the BMC's password file " + file,
                    "put it there on every worker, readable for the worker alone");
        }
    }
}
