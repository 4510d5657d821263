package dev.slipway.fake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The document that lies beside a runbook's code. */
public final class RunbookDocument {
    private RunbookDocument() {}

    /** The ids of the rows of the decision table in the document of {@code folder}, in order: {@code letters} and a number. */
    public static List<String> rowIds(String folder, String letters) throws IOException {
        String document = Files.readString(Path.of("src/main/java/dev/slipway/runbook", folder, "README.md"));
        return Pattern.compile("^\\| (" + letters + "\\d+) \\|", Pattern.MULTILINE)
                .matcher(document)
                .results()
                .map(row -> row.group(1))
                .toList();
    }
}
