package dev.slipway.simulator.bmc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Serves Redfish over TLS on the loopback, with a system for each machine and a self-signed certificate. Users log in
 * as {@link #USER} with {@link #PASSWORD}.
 */
public final class SimulatedRedfish implements AutoCloseable {
    public static final String USER = "power";
    public static final String PASSWORD = "a secret, simulated";
    /** Is how long a slow BMC takes for an answer. */
    public static final Duration SLOW = Duration.ofSeconds(3);

    private static final String TOKEN = "0123456789abcdef";
    private static final String SYSTEMS = "/redfish/v1/Systems";
    private static final String SESSIONS = "/redfish/v1/SessionService/Sessions";

    private final Map<String, Chassis> machines;
    private final Map<String, Set<BmcFault>> faults = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> resets = new ConcurrentHashMap<>();
    private final AtomicInteger openSessions = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final OwnCertificate certificate;
    private final HttpsServer server;

    private SimulatedRedfish(OwnCertificate certificate, Map<String, Chassis> machines) {
        this.certificate = certificate;
        this.machines = new TreeMap<>(machines);
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen", e);
        }
    }

    /** Starts it; its certificate and the password lie below {@code folder}. */
    public static SimulatedRedfish start(Path folder, Map<String, Chassis> machines) {
        SimulatedRedfish redfish = new SimulatedRedfish(OwnCertificate.in(folder), machines);
        redfish.server.setHttpsConfigurator(new HttpsConfigurator(redfish.certificate.context()));
        redfish.server.setExecutor(redfish.threads);
        redfish.server.createContext("/", redfish::serve);
        redfish.server.start();
        return redfish;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Returns the SHA-256 of its certificate in hexadecimal. */
    public String certificateSum() {
        return certificate.sum();
    }

    /** Returns its certificate as PEM. */
    public Path certificateFile() {
        return certificate.pem();
    }

    /** Makes the BMC of that machine bad in these ways and no other. */
    public void becomes(String machine, BmcFault... bad) {
        faults.put(machine, Set.of(bad));
    }

    /** Returns how many resets the BMC of that machine received. */
    public int resets(String machine) {
        return resets.getOrDefault(machine, new AtomicInteger()).get();
    }

    /** Counts sessions that were opened and not closed. */
    public int openSessions() {
        return openSessions.get();
    }

    private boolean bad(String machine, BmcFault fault) {
        return faults.getOrDefault(machine, Set.of()).contains(fault);
    }

    /** Returns whether the whole service is bad: a fault of its first machine shows in what is common to all. */
    private boolean bad(BmcFault fault) {
        return machines.keySet().stream().anyMatch(machine -> bad(machine, fault));
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            answer(
                    new Answers(exchange, body),
                    exchange.getRequestURI().getPath().replaceAll("/+$", ""));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(Answers answers, String path) throws IOException, InterruptedException {
        HttpExchange exchange = answers.exchange();
        if (path.equals("/redfish/v1")) {
            answers.json(200, Resources.root(SYSTEMS, SESSIONS));
        } else if (path.equals(SESSIONS)
                && exchange.getRequestMethod().equals("POST")
                && answers.body().contains("\"" + PASSWORD + "\"")) {
            openSessions.incrementAndGet();
            exchange.getResponseHeaders().set("X-Auth-Token", TOKEN);
            exchange.getResponseHeaders().set("Location", SESSIONS + "/1");
            answers.json(201, "{}");
        } else if (!lets(exchange)) {
            answers.error(401, "Base.1.0.NoValidSession: no valid session");
        } else if (path.equals(SESSIONS + "/1")) {
            openSessions.decrementAndGet();
            answers.status(204);
        } else if (path.equals(SYSTEMS)) {
            answers.json(200, Resources.systems(SYSTEMS, List.copyOf(machines.keySet())));
        } else {
            ofSystem(answers, exchange.getRequestMethod(), path);
        }
    }

    private boolean lets(HttpExchange exchange) {
        String basic = Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        boolean byToken = TOKEN.equals(exchange.getRequestHeaders().getFirst("X-Auth-Token"));
        boolean byBasic = ("Basic " + basic).equals(exchange.getRequestHeaders().getFirst("Authorization"));
        return byToken || (byBasic && !bad(BmcFault.SESSIONS_ONLY));
    }

    private void ofSystem(Answers answers, String method, String path) throws IOException, InterruptedException {
        String[] parts = path.substring(SYSTEMS.length()).split("/", 3);
        Optional<Chassis> machine = Optional.ofNullable(machines.get(parts.length > 1 ? parts[1] : ""));
        if (machine.isEmpty()) {
            answers.error(404, "Base.1.0.ResourceMissingAtURI: there is no such system");
            return;
        }
        String name = parts[1];
        String rest = parts.length > 2 ? parts[2] : "";
        if (answers.spoilt(faults.getOrDefault(name, Set.of()))) {
            return;
        }
        if (method.equals("POST") && rest.equals("Actions/ComputerSystem.Reset")) {
            reset(answers, name, machine.get());
        } else if (rest.equals("ResetActionInfo")) {
            answers.json(200, Resources.actionInfo());
        } else if (rest.startsWith("LogServices")) {
            log(answers, path, rest);
        } else {
            String uuid = bad(name, BmcFault.ANOTHER_MACHINE)
                    ? "11111111-2222-3333-4444-555555555555"
                    : machine.get().productUuid();
            answers.json(
                    200,
                    Resources.system(
                            SYSTEMS + "/" + name, uuid, machine.get().powered(), faults.getOrDefault(name, Set.of())));
        }
    }

    private static void log(Answers answers, String path, String rest) throws IOException {
        String name = rest.replaceFirst("LogServices/?", "");
        if (name.isEmpty()) {
            answers.json(200, Resources.logServices(path));
        } else if (name.contains("/Entries")) {
            answers.json(200, Resources.entries(path, name.endsWith("/2")));
        } else {
            answers.json(200, Resources.logService(path, name));
        }
    }

    private void reset(Answers answers, String name, Chassis machine) throws IOException, InterruptedException {
        resets.computeIfAbsent(name, none -> new AtomicInteger()).incrementAndGet();
        if (bad(name, BmcFault.REFUSES)) {
            answers.error(409, "a firmware update is in progress");
            return;
        }
        String word = answers.resetType();
        if (!bad(name, BmcFault.LIES)) {
            switch (word) {
                case "On", "ForceOn" -> machine.on();
                case "ForceOff" -> machine.off();
                case "ForceRestart" -> {
                    machine.off();
                    machine.on();
                }
                default -> {
                    answers.error(400, "ResetType " + word + " is not supported");
                    return;
                }
            }
        }
        if (bad(name, BmcFault.SLOW) && closed.await(SLOW.toMillis(), TimeUnit.MILLISECONDS)) {
            return;
        }
        answers.status(204);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.close();
    }
}
