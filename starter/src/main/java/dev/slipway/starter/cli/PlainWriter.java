package dev.slipway.starter.cli;

import dev.slipway.facts.Text;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Passes on what a terminal shows and nothing that it obeys, for text from any source. */
final class PlainWriter extends FilterWriter {
    private PlainWriter(Writer out) {
        super(out);
    }

    static PrintWriter on(PrintWriter out) {
        return new PrintWriter(new PlainWriter(out), true);
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
