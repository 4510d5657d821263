package dev.slipway.demo;

import dev.slipway.activities.evidence.EvidenceStore;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Who;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** What evidence store and ledger say on a disk that is full, and what is there when room is made. Run in a process of its own. */
final class FullDisk {
    private static final int MANY = 100_000;
    private static final String LONG = "x".repeat(4_000);

    private final Path disk;
    private final Path filler;

    private FullDisk(Path disk) {
        this.disk = disk;
        this.filler = disk.resolve("filler");
    }

    public static void main(String[] args) throws IOException {
        FullDisk disk = new FullDisk(Path.of(args[0]));
        disk.evidence();
        disk.ledger();
    }

    private void fill() throws IOException {
        byte[] block = new byte[4_096];
        while (true) {
            try {
                Files.write(filler, block, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException full) {
                return;
            }
        }
    }

    private void evidence() throws IOException {
        EvidenceStore store = new EvidenceStore(disk.resolve("evidence"));
        byte[] bundle = LONG.repeat(10).getBytes(StandardCharsets.UTF_8);
        store.put("run-1/first.zip", bundle);
        fill();
        try {
            store.put("run-1/second.zip", bundle);
            System.out.println("evidence: stored on a full disk");
        } catch (ApplicationFailure e) {
            System.out.println("evidence: " + e.getOriginalMessage());
        }
        try (Stream<Path> files = Files.list(disk.resolve("evidence/run-1"))) {
            System.out.println("evidence files: " + files.map(Path::getFileName).toList());
        }
        Files.delete(filler);
        System.out.println(
                "evidence with room: " + store.put("run-1/second.zip", bundle).path());
    }

    private static AuditTrail.Entry entry(String name, String detail) {
        return new AuditTrail.Entry(name, Instant.EPOCH, new Who("oncall", "test"), "note", name, detail);
    }

    private void ledger() throws IOException {
        String url = "jdbc:h2:file:" + disk.resolve("ledger");
        int written = 0;
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "sa", Optional.empty())) {
            ledger.audit().add(entry("first", ""));
            fill();
            while (written < MANY) {
                ledger.audit().add(entry("more-" + written, LONG));
                written++;
            }
            System.out.println("ledger: wrote for ever");
        } catch (LedgerAway e) {
            System.out.println("ledger: " + e.getMessage());
        }
        Files.delete(filler);
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "sa", Optional.empty())) {
            System.out.println(
                    "ledger with room: " + ledger.audit().of("first", 5).size());
        }
    }
}
