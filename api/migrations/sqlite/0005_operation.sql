-- What several processes share to work as one.

-- When an address's quota of a kind of call is full again, in microseconds; used where many servers share a database.
CREATE TABLE rate (
    who TEXT NOT NULL PRIMARY KEY,
    full_at INTEGER NOT NULL
) STRICT;

-- When each piece of background work is due: whoever moves the row does the work.
CREATE TABLE schedule (
    name TEXT NOT NULL PRIMARY KEY,
    due_at INTEGER NOT NULL
) STRICT;
