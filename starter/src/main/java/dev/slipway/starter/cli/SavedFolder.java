package dev.slipway.starter.cli;

import dev.slipway.facts.probe.SavedOutputs;
import dev.slipway.model.Causes;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Reads a directory of saved outputs, or the zip of an evidence bundle. */
final class SavedFolder {
    /** Longer output is cut by the parsers; reading a little more shows them that it was. */
    private static final int MOST_BYTES = 5 << 20;

    private static final int MOST_FILES = 500;

    private final Map<String, byte[]> files = new TreeMap<>();
    private Instant newest = Instant.EPOCH;

    private SavedFolder() {}

    /** Returns the content of the files; refuses if there is nothing to read. */
    static SavedOutputs read(Path place) {
        SavedFolder folder = new SavedFolder();
        try {
            if (Files.isDirectory(place)) {
                folder.directory(place);
            } else {
                folder.zip(place);
            }
        } catch (IOException e) {
            throw new Refusal(
                    Exit.USAGE,
                    place + " cannot be read: " + Causes.words(e),
                    "name a directory of saved outputs, or the zip of an evidence bundle",
                    e);
        }
        if (folder.files.isEmpty()) {
            throw new Refusal(
                    Exit.USAGE,
                    place + " holds no file",
                    "save outputs there, e.g. nvidia-smi-q.txt and dpkg-l.txt, or the probe's answer");
        }
        Path name = place.toAbsolutePath().normalize().getFileName();
        return SavedOutputs.read(new NodeRef("-", String.valueOf(name)), folder.newest, folder.files);
    }

    private void directory(Path place) throws IOException {
        try (Stream<Path> entries = Files.list(place)) {
            List<Path> found = entries.filter(Files::isRegularFile).sorted().toList();
            for (Path file : found) {
                try (InputStream in = Files.newInputStream(file)) {
                    add(String.valueOf(file.getFileName()), in, Files.getLastModifiedTime(file));
                }
            }
        }
    }

    private void zip(Path place) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(place))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    add(entry.getName(), zip, FileTime.fromMillis(entry.getTime()));
                }
            }
        }
    }

    private void add(String name, InputStream in, FileTime saved) throws IOException {
        if (files.size() == MOST_FILES) {
            throw new IOException("it holds more than " + MOST_FILES + " files");
        }
        files.put(name, in.readNBytes(MOST_BYTES));
        newest = saved.toInstant().isAfter(newest) ? saved.toInstant() : newest;
    }
}
