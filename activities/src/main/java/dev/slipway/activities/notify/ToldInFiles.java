package dev.slipway.activities.notify;

import dev.slipway.ledger.OwnerOnly;
import dev.slipway.model.FailureType;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Remembers in a directory, which all workers share: an empty file a key. */
public final class ToldInFiles implements Told {
    private final Path directory;

    public ToldInFiles(Path directory) {
        this.directory = directory;
    }

    @Override
    public boolean told(String key) {
        return Files.exists(directory.resolve(key));
    }

    @Override
    public void tell(String key) {
        try {
            OwnerOnly.createDirectories(directory);
            if (!told(key)) {
                Files.createFile(directory.resolve(key));
            }
        } catch (FileAlreadyExistsException another) {
            // Another worker was first with the same text, which is as good.
            return;
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("Could not remember in " + directory + " what was told: " + e);
        }
    }
}
