package dev.slipway.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds Javadocs that begin with a question word: their first sentence has no verb that states what the code does. */
final class Javadocs {
    static final String LIMIT = "Javadocs that begin with a question word";
    private static final Pattern BEGIN = Pattern.compile("\\s*/\\*\\*\\s*(.*)");
    private static final Pattern QUESTION = Pattern.compile("(What|Where|Which|How|Whether|When|Why|Who|Whose)\\b.*");

    private Javadocs() {}

    static List<Finding> of(SourceFile file) {
        List<Finding> findings = new ArrayList<>();
        List<String> lines = file.lines();
        for (int i = 0; i < lines.size(); i++) {
            var begin = BEGIN.matcher(lines.get(i));
            if (begin.matches()
                    && QUESTION.matcher(sentence(begin.group(1), lines, i)).matches()) {
                findings.add(new Finding(LIMIT, file.module(), file.at(i + 1)));
            }
        }
        return findings;
    }

    /** Where the first line of a Javadoc has no text, its next line has. */
    private static String sentence(String first, List<String> lines, int at) {
        return first.isEmpty() && at + 1 < lines.size() ? lines.get(at + 1).replaceFirst("\\s*\\*\\s*", "") : first;
    }
}
