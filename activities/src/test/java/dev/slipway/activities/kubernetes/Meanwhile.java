package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;

/** What others do before a drain begins, and while it goes on. Those that touch the control plane run alone. */
enum Meanwhile {
    NOTHING,
    PODS_WERE_DELETED {
        @Override
        void before(Site site) {
            site.client().pods().inNamespace(site.name()).delete();
        }
    },
    BUDGET_GETS_ROOM {
        @Override
        void during(Site site) {
            site.giveRoom();
        }
    },
    NAMESPACE_IS_DELETED {
        @Override
        void during(Site site) {
            site.client().namespaces().withName(site.name()).delete();
        }
    },
    NODE_IS_DELETED {
        @Override
        void during(Site site) {
            site.client().nodes().withName(site.name()).delete();
        }
    },
    NODE_IS_REPLACED {
        @Override
        void during(Site site) {
            site.client().nodes().withName(site.name()).delete();
            site.addNode();
            site.giveRoom();
        }

        // kwok does not always end the pods of a node that is no more
        @Override
        boolean luck() {
            return true;
        }
    },
    SOMEBODY_UNCORDONS {
        @Override
        void during(Site site) {
            patchNode(site, "{\"spec\": {\"unschedulable\": null}}");
            site.giveRoom();
        }
    },
    SOMEBODY_TAINTS {
        @Override
        void during(Site site) {
            site.client()
                    .nodes()
                    .withName(site.name())
                    .patch(
                            PatchContext.of(PatchType.STRATEGIC_MERGE),
                            "{\"spec\": {\"taints\": [{\"key\": \"away\", \"effect\": \"NoExecute\"}]}}");
        }
    },
    KUBELET_IS_SILENT {
        @Override
        void before(Site site) {
            site.client()
                    .leases()
                    .inNamespace("kube-node-lease")
                    .withName(site.name())
                    .edit(lease -> {
                        lease.getSpec().setHolderIdentity("nobody");
                        lease.getSpec().setLeaseDurationSeconds(3600);
                        lease.getSpec().setRenewTime(ZonedDateTime.now(ZoneOffset.UTC));
                        return lease;
                    });
        }
    },
    ACCOUNT_MAY_NOT_EVICT {
        @Override
        void before(Site site) {
            site.lab().create("weak-account.yaml", Map.of("name", site.name()));
        }

        @Override
        void after(Site site) {
            site.client().rbac().clusterRoleBindings().withName(site.name()).delete();
            site.client().rbac().clusterRoles().withName(site.name()).delete();
        }

        @Override
        boolean weak() {
            return true;
        }
    },
    CONTROLLERS_ARE_DOWN {
        @Override
        void before(Site site) {
            ControlPlane.lab("kill", "controller-manager");
        }

        @Override
        void after(Site site) {
            ControlPlane.lab("start", "controller-manager");
        }

        @Override
        boolean alone() {
            return true;
        }

        @Override
        boolean counts() {
            return false;
        }
    },
    API_SERVER_RESTARTS {
        @Override
        void once() {
            ControlPlane.restarted();
        }

        @Override
        void during(Site site) {
            site.giveRoom();
        }

        // kubectl asks every five seconds, and gives up if the server is away just then
        @Override
        boolean luck() {
            return true;
        }

        @Override
        boolean alone() {
            return true;
        }
    };

    /** When the pods run and there are no budgets yet. */
    void before(Site site) {}

    /** When both drains wait. */
    void once() {}

    /** The same for each of them. */
    void during(Site site) {}

    void after(Site site) {}

    /** Whether kubectl ends now so, now otherwise; its end is not compared then. */
    boolean luck() {
        return false;
    }

    /** Whether nothing else may go on beside it. */
    boolean alone() {
        return false;
    }

    /** Whether controllers count for budgets. */
    boolean counts() {
        return true;
    }

    /** Whether the drain is done under an account of the node's name, which has hardly any rights. */
    boolean weak() {
        return false;
    }

    private static void patchNode(Site site, String patch) {
        site.client().nodes().withName(site.name()).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }
}
