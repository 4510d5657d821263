import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Renames types, packages and members of one module by symbol: {@code java Rename.java ROOT MODULE NAMES}.
 *
 * <p>Reads the class path of all modules, compiled under their old names, from standard input. Writes each file where it
 * belongs by its new name.
 */
public final class Rename {
    private final Names names;
    private final String classPath;

    private Rename(Names names, String classPath) {
        this.names = names;
        this.classPath = classPath;
    }

    public static void main(String[] args) throws IOException {
        Rename rename = new Rename(
                Names.read(Path.of(args[2])), new String(System.in.readAllBytes()).strip());
        for (String sources : List.of("src/test/java", "src/main/java")) {
            rename.sources(Path.of(args[0], args[1], sources));
        }
    }

    private void sources(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (Stream<Path> found = Files.walk(root);
                StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<Path> files =
                    found.filter(f -> f.toString().endsWith(".java")).sorted().toList();
            List<String> errors = new ArrayList<>();
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    d -> {
                        if (d.getKind() == Diagnostic.Kind.ERROR) {
                            errors.add(d.toString());
                        }
                    },
                    List.of("-proc:none", "-cp", classPath, "-Xlint:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            DocTrees trees = DocTrees.instance(task);
            List<CompilationUnitTree> parsed = new ArrayList<>();
            task.parse().forEach(parsed::add);
            task.analyze();
            if (!errors.isEmpty()) {
                throw new IllegalStateException(root + " does not compile: " + errors.getFirst());
            }
            write(root, parsed, trees, new Elements(names, task));
        }
    }

    private void write(Path root, List<CompilationUnitTree> parsed, DocTrees trees, Elements elements)
            throws IOException {
        Map<Path, String> written = new TreeMap<>();
        TreeSet<Path> moved = new TreeSet<>();
        for (CompilationUnitTree unit : parsed) {
            Path old = Path.of(unit.getSourceFile().getName());
            Path now = root.resolve(elements.typeOf(unit).replace('.', '/') + ".java");
            written.put(now, new SourceFile(unit, trees, elements).renamed());
            if (!now.equals(old)) {
                moved.add(old);
            }
        }
        for (Path old : moved) {
            Files.delete(old);
        }
        for (Map.Entry<Path, String> file : written.entrySet()) {
            Files.createDirectories(file.getKey().getParent());
            Files.writeString(file.getKey(), file.getValue());
        }
    }
}
