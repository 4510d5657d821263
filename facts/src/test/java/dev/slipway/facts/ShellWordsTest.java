package dev.slipway.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShellWordsTest {

    @Test
    void readsBackWhatItQuoted() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            List<String> words = IntStream.rangeClosed(0, random.nextInt(6))
                    .mapToObj(i -> word(random))
                    .toList();
            assertThat(ShellWords.split(ShellWords.join(words))).isEqualTo(words);
        }
    }

    @Test
    void leavesPlainWordsReadable() {
        assertThat(ShellWords.join("sudo", "-n", "apt-mark", "hold", "libnccl2"))
                .isEqualTo("sudo -n apt-mark hold libnccl2");
        assertThat(ShellWords.quote("")).isEqualTo("''");
        assertThat(ShellWords.quote("it's")).isEqualTo("'it'\\''s'");
    }

    @Test
    void splitsAsAShellDoes() {
        assertThat(ShellWords.split(" a\t'b c'd \"e \\\"f\\\" \\g\" h\\ i ''"))
                .containsExactly("a", "b cd", "e \"f\" \\g", "h i", "");
    }

    @Test
    void refusesWhatIsMoreThanOnePlainCommand() {
        for (String line : List.of(
                "a; b",
                "a && b",
                "a | b",
                "a > f",
                "$(a)",
                "`a`",
                "a $B",
                "ls *",
                "a \"$B\"",
                "'a",
                "\"a",
                "a\\",
                "a\nb",
                "a #b",
                "~/a")) {
            assertThatThrownBy(() -> ShellWords.split(line)).as(line).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> ShellWords.quote("a\0b")).isInstanceOf(IllegalArgumentException.class);
    }

    private static String word(Random random) {
        String letters = "ab \t\n'\"\\$`;|&<>()*?[]~#=é€%";
        return random.ints(random.nextInt(8), 0, letters.length())
                .collect(StringBuilder::new, (b, i) -> b.append(letters.charAt(i)), StringBuilder::append)
                .toString();
    }
}
