package dev.slipway.starter.cli;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Asks again for something that takes a while. A busy machine answers a question late: that ends no long command. One
 * that does not answer at all does, after some questions in a row.
 */
public final class Polling {
    private static final int MOST_UNANSWERED = 5;
    private final Consumer<String> unanswered;
    private int inARow;

    /** Creates one; {@code unanswered} gets what was wrong with each question that is going to be repeated. */
    public Polling(Consumer<String> unanswered) {
        this.unanswered = unanswered;
    }

    /**
     * Asks once. Returns the answer, or empty where none came and the caller asks again.
     *
     * @throws Refusal if the question was refused, or was the fifth in a row without an answer
     */
    public <T> Optional<T> ask(Supplier<T> question) {
        try {
            Optional<T> answer = Optional.of(question.get());
            inARow = 0;
            return answer;
        } catch (Refusal refusal) {
            inARow++;
            if (!refusal.away() || inARow == MOST_UNANSWERED) {
                throw refusal;
            }
            unanswered.accept(refusal.what());
            return Optional.empty();
        }
    }
}
