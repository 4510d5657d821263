package dev.slipway.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** One Java file of a module's main code, as the compiler of the JDK that runs reads it. */
record SourceFile(String module, Path path, List<String> lines, CompilationUnitTree tree, SourcePositions positions) {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    /** Reads the main code of every module that the parent pom names. */
    static List<SourceFile> ofAllModules() throws IOException {
        List<SourceFile> files = new ArrayList<>();
        for (String module : modules()) {
            Path main = ROOT.resolve(module).resolve("src/main/java");
            try (Stream<Path> found = Files.walk(main)) {
                files.addAll(parsed(
                        module,
                        found.filter(file -> file.toString().endsWith(".java"))
                                .sorted()
                                .toList()));
            }
        }
        return files;
    }

    static List<String> modules() throws IOException {
        return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Reads these files as main code of {@code module}. */
    static List<SourceFile> parsed(String module, List<Path> paths) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<SourceFile> files = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(paths));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree tree : task.parse()) {
                Path path = Path.of(tree.getSourceFile().toUri());
                files.add(new SourceFile(module, path, lines(path), tree, positions));
            }
        }
        return files;
    }

    private static List<String> lines(Path path) {
        try {
            return Files.readAllLines(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String packageName() {
        return String.valueOf(tree.getPackageName());
    }

    int firstLine(Tree part) {
        return line(positions.getStartPosition(tree, part));
    }

    int lastLine(Tree part) {
        return line(positions.getEndPosition(tree, part));
    }

    private int line(long position) {
        return (int) tree.getLineMap().getLineNumber(position);
    }

    /** The place as a person opens it: the path in the repository, and the line. */
    String at(int line) {
        return ROOT.relativize(path) + ":" + line;
    }
}
