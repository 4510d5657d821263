package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SplitTextTest {
    private static final String LONG = "words ".repeat(100);

    private static String back(SplitText split) {
        Map<String, JsonNode> texts = new HashMap<>();
        split.texts().forEach((hash, text) -> texts.put(hash, Json.read(text, JsonNode.class)));
        return SplitText.whole(split.body(), texts);
    }

    private static Map<String, Object> record(Object now) {
        return Map.of("deep", Map.of("list", List.of(LONG, 1, 2.5, true, Map.of("text", LONG)), "now", now), "a", "b");
    }

    @Test
    void givesBackWhatItSplit() {
        for (List<JsonPointer> changing : List.of(
                List.<JsonPointer>of(), List.of(JsonPointer.compile("/deep/now"), JsonPointer.compile("/x/y")))) {
            SplitText split = SplitText.of(record(Map.of("at", LONG)), changing);
            assertThat(split.texts()).isNotEmpty();
            assertThat(Json.read(back(split), JsonNode.class))
                    .isEqualTo(Json.read(Json.write(record(Map.of("at", LONG))), JsonNode.class));
        }
    }

    @Test
    void namesAPartThatIsThereTwiceOnce() {
        SplitText split = SplitText.of(List.of(LONG, LONG, "short"), List.of());
        assertThat(split.texts()).hasSize(1);
        assertThat(split.body()).doesNotContain("words");
    }

    @Test
    void storesNothingAnewWhereOnlyAChangingPlaceDiffers() {
        List<JsonPointer> changing = List.of(JsonPointer.compile("/deep/now"));
        SplitText first = SplitText.of(record("one"), changing);
        SplitText second = SplitText.of(record("two"), changing);
        assertThat(second.texts()).isEqualTo(first.texts());
        assertThat(second.body()).isNotEqualTo(first.body()).contains("two");
    }

    @Test
    void leavesWholeWhatIsSmallAndWhatHasAKeyThatLooksLikeAName() {
        assertThat(SplitText.of(Map.of("a", "b"), List.of()).body()).isEqualTo("{\"a\":\"b\"}");
        Map<String, Object> odd = Map.of("x", Map.of("@", LONG));
        SplitText split = SplitText.of(odd, List.of());
        assertThat(split.texts()).isEmpty();
        assertThat(back(split)).isEqualTo(Json.write(odd));
    }
}
