-- How many letters that anybody may cause went to an address (a hash) on a day.
CREATE TABLE letters_a_day (
    who TEXT NOT NULL,
    day INTEGER NOT NULL,
    letters INTEGER NOT NULL,
    PRIMARY KEY (who, day)
) STRICT;
CREATE INDEX letters_a_day_day ON letters_a_day (day);
