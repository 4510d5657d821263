package dev.slipway.activities.notify;

import dev.slipway.ledger.OwnerOnly;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Records what was sent, in a directory that all workers share: one empty file per key. */
public final class SentLog {
    private final Path directory;

    public SentLog(Path directory) {
        this.directory = directory;
    }

    /** Safe to repeat: reads only. */
    public boolean sent(String key) {
        return Files.exists(directory.resolve(key));
    }

    /** Safe to repeat. */
    public void tell(String key) {
        try {
            OwnerOnly.createDirectories(directory);
            if (!sent(key)) {
                Files.createFile(directory.resolve(key));
            }
        } catch (FileAlreadyExistsException another) {
            // Another worker was first with the same text, which is as good.
            return;
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("Could not record in " + directory + " what was sent: " + Causes.words(e));
        }
    }
}
