-- What visitors did, what broke and how fast pages were: as it was told, and rolled up by hour and day.

-- Events are written in groups; each group waits here until it is rolled up, and forwarded where that is asked for.
CREATE TABLE event_group (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    events INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    rolled_at INTEGER,
    sent_at INTEGER,
    leased_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX event_group_not_rolled ON event_group (id) WHERE rolled_at IS NULL;
CREATE INDEX event_group_not_sent ON event_group (id) WHERE sent_at IS NULL;

CREATE TABLE event (
    id TEXT NOT NULL,
    group_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    data TEXT NOT NULL,
    visitor TEXT,
    visit INTEGER,
    analytics_id TEXT,
    source TEXT,
    occurred_at INTEGER NOT NULL,
    PRIMARY KEY (occurred_at, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_in_group ON event (group_id);
CREATE INDEX event_of_visitor ON event (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX event_of_analytics_id ON event (analytics_id) WHERE analytics_id IS NOT NULL;

-- Whoever turns this row rolls up; nobody else does meanwhile.
CREATE TABLE roll_up (
    id INTEGER NOT NULL PRIMARY KEY,
    turns INTEGER NOT NULL
) STRICT;
INSERT INTO roll_up (id, turns) VALUES (1, 0);

-- How often something happened in an hour or a day (step, in milliseconds); who did it as sketches, which hold no id.
CREATE TABLE figure (
    kind TEXT NOT NULL,
    step INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    name TEXT NOT NULL,
    times INTEGER NOT NULL,
    visitors BLOB,
    visits BLOB,
    PRIMARY KEY (kind, step, starts_at, name)
) STRICT;

-- What was measured of a page, of the whole site where the path is empty.
CREATE TABLE vital (
    step INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    path TEXT NOT NULL,
    metric TEXT NOT NULL,
    times INTEGER NOT NULL,
    sketch BLOB NOT NULL,
    PRIMARY KEY (step, starts_at, path, metric)
) STRICT;

CREATE TABLE javascript_error (
    fingerprint TEXT NOT NULL PRIMARY KEY,
    message TEXT NOT NULL,
    times INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    sample TEXT NOT NULL
) STRICT;
CREATE INDEX javascript_error_age ON javascript_error (last_seen);

-- The maps of minified scripts by the script's name, which is another for every build.
CREATE TABLE source_map (
    file TEXT NOT NULL PRIMARY KEY,
    build_id TEXT NOT NULL,
    script TEXT NOT NULL,
    map TEXT NOT NULL,
    kept_at INTEGER NOT NULL
) STRICT;
