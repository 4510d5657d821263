package dev.slipway.activities.evidence;

import dev.slipway.ledger.OwnerOnly;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.EvidenceRef;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** Stores files in a directory, each written once, completely or not at all. Paths are relative words with slashes. */
public final class EvidenceStore {
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*");

    private final Path root;

    public EvidenceStore(Path root) {
        this.root = root;
    }

    /** Safe to repeat: what is stored under {@code path} already stays and is returned. Proof: the bytes read back. */
    public EvidenceRef put(String path, byte[] bytes) {
        Optional<EvidenceRef> stored = find(path);
        if (stored.isPresent()) {
            return stored.get();
        }
        Path file = file(path);
        Path parent = Optional.ofNullable(file.getParent()).orElse(root);
        Path fresh = parent.resolve("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            OwnerOnly.createDirectories(parent);
            write(fresh, bytes);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            sync(parent);
        } catch (IOException e) {
            throw failed(path, e, fresh);
        }
        EvidenceRef read = find(path).orElseThrow(() -> FailureType.STEP_FAILED.of("Evidence " + path + " is gone"));
        if (!read.sha256().equals(sha256(bytes))) {
            throw FailureType.STEP_FAILED.of("Evidence " + path + " reads back other than it was written");
        }
        return read;
    }

    /** Safe to repeat: reads only. */
    public Optional<EvidenceRef> find(String path) {
        return read(path).map(bytes -> new EvidenceRef(path, sha256(bytes), bytes.length));
    }

    /** Safe to repeat: reads only. */
    public Optional<byte[]> read(String path) {
        try {
            return Optional.of(Files.readAllBytes(file(path)));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("Could not read " + path + " in the evidence store: " + Causes.words(e));
        }
    }

    private Path file(String path) {
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException("not a path of the evidence store: " + path);
        }
        return root.resolve(path);
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Set<StandardOpenOption> fresh = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, fresh, OwnerOnly.file(file))) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    /** The rename itself must survive a power cut. */
    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private RuntimeException failed(String path, IOException cause, Path fresh) {
        String why = Causes.words(cause);
        if (why.contains("No space left") || why.contains("quota")) {
            why = "the disk of " + root + " is full: make room, then retry";
        } else if (cause instanceof AccessDeniedException || why.contains("Read-only")) {
            why = why + ": give the worker a folder where it may write, then retry";
        }
        try {
            Files.deleteIfExists(fresh);
        } catch (IOException e) {
            why = why + "; and " + fresh.getFileName() + " is left there: " + Causes.words(e);
        }
        return FailureType.STEP_FAILED.of("Could not store evidence " + path + ": " + why);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
