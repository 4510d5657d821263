package dev.slipway.simulator.ssh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Reserves ports on the loopback address until they are returned, even while nothing listens on them: a node that is
 * down must find its own again. A process owns blocks of ports; to own one is to listen on its first port, so that two
 * processes never share a block.
 */
final class Ports {
    /** Is below the ports that outgoing connections take. */
    private static final int FIRST = 20_000;

    private static final int BLOCK = 250;
    private static final int BLOCKS = 48;
    private static final Ports OF_THIS_PROCESS = new Ports();

    private final List<ServerSocket> owned = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private int tried;

    static Ports ofThisProcess() {
        return OF_THIS_PROCESS;
    }

    /** Returns a port that nobody else in this process has, and no other process that reserves its ports here. */
    synchronized int take() throws IOException {
        while (free.isEmpty()) {
            own();
        }
        return free.removeFirst();
    }

    synchronized void giveBack(int port) {
        free.addLast(port);
    }

    private void own() throws IOException {
        if (tried == BLOCKS) {
            throw new IOException("no free block of ports between " + FIRST + " and " + (FIRST + BLOCKS * BLOCK));
        }
        int start = (int) (ProcessHandle.current().pid() % BLOCKS);
        int first = FIRST + (start + tried++) % BLOCKS * BLOCK;
        ServerSocket guard = new ServerSocket();
        try {
            guard.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), first));
        } catch (IOException taken) {
            guard.close();
            return;
        }
        owned.add(guard);
        for (int port = first + 1; port < first + BLOCK; port++) {
            free.addLast(port);
        }
    }
}
