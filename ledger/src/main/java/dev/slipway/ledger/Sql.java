package dev.slipway.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Runs plain statements. Each is a transaction of its own unless run inside {@link #together}. */
final class Sql {
    /** Represents one row of an answer. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Runs statements that become true together or not at all. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private final DataSource source;

    Sql(DataSource source) {
        this.source = source;
    }

    int update(String sql, Object... values) {
        return together(connection -> update(connection, sql, values));
    }

    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    /** Inserts unless the key is there already. Returns whether this call inserted it. */
    boolean insertOnce(String insert, Object... values) {
        return update(insert + " on conflict do nothing", values) == 1;
    }

    <T> List<T> list(Row<T> row, String sql, Object... values) {
        return together(connection -> list(connection, row, sql, values));
    }

    static <T> List<T> list(Connection connection, Row<T> row, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            List<T> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(row.read(rows));
                }
            }
            return List.copyOf(found);
        }
    }

    <T> Optional<T> first(Row<T> row, String sql, Object... values) {
        return list(row, sql + " limit 1", values).stream().findFirst();
    }

    <T> T together(Work<T> work) {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            try {
                T answer = work.on(connection);
                connection.commit();
                return answer;
            } catch (SQLException | RuntimeException e) {
                rollBack(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            throw Faults.of(e);
        }
    }

    /** Rolls back. On a broken connection there is nothing to roll back, and that must not hide how it broke. */
    private static void rollBack(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException broken) {
            cause.addSuppressed(broken);
        }
    }

    private Connection connection() {
        try {
            return source.getConnection();
        } catch (SQLException e) {
            throw Faults.away(e);
        }
    }

    static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, plain(values[i]));
        }
    }

    /** Returns the time with the finest precision that both databases store. */
    static Instant rounded(Instant at) {
        return at.truncatedTo(ChronoUnit.MICROS);
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp at = row.getTimestamp(column);
        return at.toInstant();
    }

    private static Object plain(Object value) {
        return switch (value) {
            case Instant at -> OffsetDateTime.ofInstant(rounded(at), ZoneOffset.UTC);
            case Enum<?> word -> word.name();
            default -> value;
        };
    }
}
