package dev.slipway.model.facts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists the programs on a node with which gates are run, on the search path that systemd gives to a test.
 *
 * @param programs where each program is, by its name
 * @param mpirun the first line of {@code mpirun --version}; empty if it was not read
 * @param libraries the lines of {@code ldd} for all_reduce_perf; empty if there are none, as for a script or a program
 *     without shared libraries
 */
public record TestTools(Map<String, String> programs, String mpirun, List<String> libraries) {
    private static final String DCGMI = "dcgmi";
    private static final String NCCL_TEST = "all_reduce_perf";
    private static final String MPIRUN = "mpirun";
    private static final Pattern MISSING = Pattern.compile("(lib\\S+) => not found");
    private static final Pattern MPI = Pattern.compile("(libmpi\\.so\\S*) => .*");

    /**
     * The soname of MPICH and of implementations with its interface; Open MPI has libmpi.so.40.
     *
     * @see <a href="https://www.mpich.org/abi/">MPICH ABI Compatibility Initiative</a>
     */
    private static final String MPICH = "libmpi.so.12";

    /** States why a gate cannot be run, and names the packages that would bring what it lacks. */
    public record Lack(String why, Pattern packages) {}

    /** Returns the gates that cannot be run on the node, by their names. */
    public Map<String, Lack> lacking() {
        Map<String, Lack> lacking = new TreeMap<>();
        absent(DCGMI, "datacenter-gpu-manager.*")
                .ifPresent(lack -> List.of("G5", "G6", "G7").forEach(gate -> lacking.put(gate, lack)));
        Optional<Lack> test = absent(NCCL_TEST, "nccl-tests.*").or(this::library);
        test.ifPresent(lack -> lacking.put("G8", lack));
        test.or(() -> absent(MPIRUN, "openmpi.*|libopenmpi.*|hpcx.*"))
                .or(this::mpi)
                .ifPresent(lack -> lacking.put("G9", lack));
        return lacking;
    }

    private Optional<Lack> absent(String program, String packages) {
        return programs.containsKey(program)
                ? Optional.empty()
                : Optional.of(new Lack(program + " is not there", Pattern.compile(packages)));
    }

    /** Returns the first library that all_reduce_perf needs on one node and that is missing. */
    private Optional<Lack> library() {
        return missing(false)
                .map(library -> new Lack(
                        library + ", which " + NCCL_TEST + " needs, is not there",
                        Pattern.compile(Pattern.quote(library.replaceFirst("[.\\d-].*", "")) + ".*|cuda.*")));
    }

    private Optional<Lack> mpi() {
        Pattern none = Pattern.compile("libopenmpi.*|openmpi.*");
        if (!mpirun.isEmpty() && !mpirun.contains("Open MPI")) {
            return Optional.of(new Lack("mpirun is not Open MPI, it prints: " + mpirun, none));
        }
        if (libraries.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> lost = missing(true);
        if (lost.isPresent()) {
            return lost.map(library -> new Lack(library + ", which " + NCCL_TEST + " needs, is not there", none));
        }
        Optional<String> linked = libraries.stream()
                .map(MPI::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst();
        if (linked.isEmpty()) {
            return Optional.of(new Lack(NCCL_TEST + " was built without MPI", none));
        }
        return linked.filter(MPICH::equals)
                .map(other -> new Lack(NCCL_TEST + " was built with another MPI than mpirun's: " + other, none));
    }

    private Optional<String> missing(boolean ofMpi) {
        return libraries.stream()
                .map(MISSING::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .filter(library -> library.startsWith("libmpi") == ofMpi)
                .findFirst();
    }
}
