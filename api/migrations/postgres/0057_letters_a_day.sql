-- How many letters that anybody may cause went to an address (a hash) on a day.
CREATE TABLE letters_a_day (
    who TEXT NOT NULL,
    day BIGINT NOT NULL,
    letters BIGINT NOT NULL,
    PRIMARY KEY (who, day)
);
CREATE INDEX letters_a_day_day ON letters_a_day (day);
