package dev.slipway.starter.cli;

import dev.slipway.facts.Text;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a command that calls the starter and prints the answer. */
abstract class ApiCommand implements Callable<Integer> {

    @Spec
    @Nullable
    CommandSpec spec;

    final Slipway slipway() {
        return (Slipway) command().root().userObject();
    }

    /** Returns what the person typed to get here. */
    final String name() {
        return command().name();
    }

    final ApiClient client() {
        return slipway().client();
    }

    /** Returns the writer for answers: text that others wrote reaches the terminal as plain text. */
    final PrintWriter out() {
        return new PrintWriter(new PlainWriter(rawOut()), true);
    }

    /** Returns the writer as it is, for output that moves the cursor itself and prints no foreign text. */
    final PrintWriter rawOut() {
        return command().commandLine().getOut();
    }

    /** Returns the same as {@link #rawOut()}, for a {@link ProgressLine}. */
    final PrintWriter rawErr() {
        return command().commandLine().getErr();
    }

    /** Says that a question got no answer and is asked again. */
    final void askingAgain(String why) {
        new PrintWriter(new PlainWriter(rawErr()), true).println("slipway: " + why + "; asking again");
    }

    final <T> int answer(Reply<T> reply, Function<T, String> words) {
        slipway().answer(out(), reply, words);
        return Exit.OK;
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the spec before it calls a command");
        }
        return spec;
    }

    /** Returns a path segment or query value, escaped. */
    static String escape(String text) {
        return java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8)
                .replace("+", "%20");
    }

    /** Passes on what a terminal shows and nothing that it obeys, for text from any source. */
    private static final class PlainWriter extends FilterWriter {
        PlainWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            write(Character.toString(c));
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            write(new String(text, offset, length));
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            out.write(Text.printable(text.substring(offset, offset + length)));
        }
    }
}
