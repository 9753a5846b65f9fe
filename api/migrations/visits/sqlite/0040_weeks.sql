-- Weeks that are over are added up (step of a week in figure and vital), so that a report of a year reads some fifty of them
-- and the days at its ends. A week that is told of again after it was closed is open again, until it is added up anew.
CREATE TABLE week (
    starts_at INTEGER NOT NULL PRIMARY KEY,
    closed_at INTEGER
) STRICT;

-- Only SQLite: a report reads many small rows in the order of their names, so that they stand together.
ALTER TABLE figure RENAME TO figure_before;
CREATE TABLE figure (
    kind TEXT NOT NULL,
    step INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    name TEXT NOT NULL,
    times INTEGER NOT NULL,
    visitors BLOB,
    visits BLOB,
    PRIMARY KEY (kind, step, starts_at, name)
) STRICT, WITHOUT ROWID;
INSERT INTO figure (kind, step, starts_at, name, times, visitors, visits)
    SELECT kind, step, starts_at, name, times, visitors, visits FROM figure_before ORDER BY kind, step, starts_at, name;
DROP TABLE figure_before;

-- Of which pages most was measured is a figure like the others; what was measured of one page is found by its path.
INSERT INTO figure (kind, step, starts_at, name, times)
    SELECT 'measured', step, starts_at, path, MAX(times) FROM vital WHERE path <> '' GROUP BY step, starts_at, path;
CREATE INDEX vital_of_page ON vital (step, path, starts_at);

INSERT INTO week (starts_at) SELECT DISTINCT starts_at / 604800000 * 604800000 FROM figure WHERE step = 86400000;
