package dev.slipway.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Lists files of the project for the tests that read them. */
final class SourceFiles {
    private SourceFiles() {}

    /** Returns the files below a folder whose names end so, what was built aside, in their order. */
    static List<Path> below(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns those of the main code of all modules. */
    static List<Path> main(Path root, String ending) throws IOException {
        List<Path> code = new ArrayList<>();
        try (Stream<Path> folders = Files.list(root)) {
            for (Path main : folders.map(folder -> folder.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                code.addAll(below(main, ending));
            }
        }
        return code;
    }
}
