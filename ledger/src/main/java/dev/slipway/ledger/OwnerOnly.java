package dev.slipway.ledger;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Creates files and folders that only their owner may read: what Slipway writes names nodes, jobs and people. On a file
 * system without POSIX permissions it creates them as that file system does.
 */
public final class OwnerOnly {
    private OwnerOnly() {}

    /**
     * Creates {@code folder} and its missing parents with mode 0700; safe to repeat. The mode of an old folder does not
     * change.
     */
    public static void createDirectories(Path folder) throws IOException {
        Files.createDirectories(folder, owner(folder, "rwx------"));
    }

    /**
     * Creates {@code file} empty with mode 0600; safe to repeat. The content of an old file does not change, but its
     * mode does.
     */
    public static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, owner(file, "rw-------"));
        } catch (FileAlreadyExistsException there) {
            if (hasPermissions(file)) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
        }
    }

    /** Returns the attribute for a call of {@link Files} that creates a file: mode 0600. */
    public static FileAttribute<?>[] file(Path file) {
        return owner(file, "rw-------");
    }

    private static FileAttribute<?>[] owner(Path path, String mode) {
        return hasPermissions(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }

    private static boolean hasPermissions(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
