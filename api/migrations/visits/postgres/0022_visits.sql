-- What visitors did, what broke and how fast pages were: as it was told, and rolled up by hour and day.

-- Events are written in groups; each group waits here until it is rolled up, and forwarded where that is asked for.
CREATE TABLE event_group (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    events BIGINT NOT NULL,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    rolled_at BIGINT,
    sent_at BIGINT,
    leased_until BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX event_group_not_rolled ON event_group (id) WHERE rolled_at IS NULL;
CREATE INDEX event_group_not_sent ON event_group (id) WHERE sent_at IS NULL;

CREATE TABLE event (
    id TEXT NOT NULL,
    group_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    data TEXT NOT NULL,
    visitor TEXT,
    visit BIGINT,
    analytics_id TEXT,
    source TEXT,
    occurred_at BIGINT NOT NULL,
    PRIMARY KEY (occurred_at, id)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX event_in_group ON event (group_id);
CREATE INDEX event_of_visitor ON event (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX event_of_analytics_id ON event (analytics_id) WHERE analytics_id IS NOT NULL;

-- Whoever turns this row rolls up; nobody else does meanwhile.
CREATE TABLE roll_up (
    id BIGINT NOT NULL PRIMARY KEY,
    turns BIGINT NOT NULL
);
INSERT INTO roll_up (id, turns) VALUES (1, 0);

-- How often something happened in an hour or a day (step, in milliseconds); who did it as sketches, which hold no id.
CREATE TABLE figure (
    kind TEXT NOT NULL,
    step BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    name TEXT NOT NULL,
    times BIGINT NOT NULL,
    visitors BYTEA,
    visits BYTEA,
    PRIMARY KEY (kind, step, starts_at, name)
);

-- What was measured of a page, of the whole site where the path is empty.
CREATE TABLE vital (
    step BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    path TEXT NOT NULL,
    metric TEXT NOT NULL,
    times BIGINT NOT NULL,
    sketch BYTEA NOT NULL,
    PRIMARY KEY (step, starts_at, path, metric)
);

CREATE TABLE javascript_error (
    fingerprint TEXT NOT NULL PRIMARY KEY,
    message TEXT NOT NULL,
    times BIGINT NOT NULL,
    first_seen BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    sample TEXT NOT NULL
);
CREATE INDEX javascript_error_age ON javascript_error (last_seen);

-- The maps of minified scripts by the script's name, which is another for every build.
CREATE TABLE source_map (
    file TEXT NOT NULL PRIMARY KEY,
    build_id TEXT NOT NULL,
    script TEXT NOT NULL,
    map TEXT NOT NULL,
    kept_at BIGINT NOT NULL
);
