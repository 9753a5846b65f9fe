-- Keys of the owner's own programs. `hint` is the part of a key by which it is found and told apart; of the rest there is a hash.
-- `made_by`: the account whose rights bound it, or `editor` for the one at the machine of a site without accounts. A revoked key
-- keeps its name, for what was done with it.
CREATE TABLE api_key (
    id TEXT NOT NULL PRIMARY KEY,
    hint TEXT NOT NULL UNIQUE,
    key_hash BLOB NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    used_at INTEGER,
    used_from TEXT NOT NULL DEFAULT ''
) STRICT;
