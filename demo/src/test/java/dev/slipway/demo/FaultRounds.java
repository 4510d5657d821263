package dev.slipway.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pairs on nodes of one site, in fleets that have partners enough for the two-node tests in them. */
record FaultRounds(List<FaultPair> pairs, KillPlan plan) {
    private static final int OF_A_FLEET = 36;
    private static final int WITH_PARTNER = 6;

    static FaultRounds of(List<FaultPair> chosen) {
        List<FaultPair> placed = new ArrayList<>();
        List<KillPlan.Round> rounds = new ArrayList<>();
        List<KillPlan.Hit> hits = new ArrayList<>();
        for (boolean pairTest : List.of(true, false)) {
            int most = pairTest ? WITH_PARTNER : OF_A_FLEET;
            for (FaultPair pair : chosen) {
                if (needsPartner(pair) == pairTest) {
                    FaultPair here = pair.on(KillPlan.name(placed.size()));
                    placed.add(here);
                    hits.add(here.hit());
                }
                if (hits.size() == most) {
                    rounds.add(round(hits));
                }
            }
            if (!hits.isEmpty()) {
                rounds.add(round(hits));
            }
        }
        return new FaultRounds(List.copyOf(placed), new KillPlan(List.copyOf(rounds)));
    }

    private static boolean needsPartner(FaultPair pair) {
        return pair.step().endsWith("partner") || pair.step().endsWith("nccl-pair");
    }

    private static KillPlan.Round round(List<KillPlan.Hit> hits) {
        KillPlan.Round round = new KillPlan.Round(List.copyOf(hits), Optional.empty());
        hits.clear();
        return round;
    }
}
