package dev.slipway.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import org.pitest.mutationtest.ClassMutationResults;
import org.pitest.mutationtest.ListenerArguments;
import org.pitest.mutationtest.MutationResultListener;
import org.pitest.mutationtest.MutationResultListenerFactory;

/** Appends a line per mutant to the file {@code slipway.mutants.outcomes}: what became of it, and its key. */
public final class Outcomes implements MutationResultListenerFactory {
    @Override
    public MutationResultListener getListener(Properties properties, ListenerArguments arguments) {
        return new Listener(new Keys(arguments.data().getSourcePaths()));
    }

    @Override
    public String name() {
        return "KEYS";
    }

    @Override
    public String description() {
        return "Writes what became of each mutant, by its key";
    }

    /** Safe from several threads. */
    static synchronized void note(String outcome, String key) {
        try {
            Files.writeString(
                    Path.of(System.getProperty("slipway.mutants.outcomes")),
                    outcome + "\t" + key + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Listener(Keys keys) implements MutationResultListener {
        @Override
        public void runStart() {}

        @Override
        public void handleMutationResult(ClassMutationResults results) {
            results.getMutations().forEach(result -> note(result.getStatus().name(), keys.of(result.getDetails())));
        }

        @Override
        public void runEnd() {}
    }
}
