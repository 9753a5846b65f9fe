-- What a shopper does with a subscription: paused since when, how many periods left out, where it goes when not where its first order went.
ALTER TABLE subscription ADD COLUMN paused_at BIGINT;
ALTER TABLE subscription ADD COLUMN skipped BIGINT NOT NULL DEFAULT 0 CHECK (skipped >= 0);
ALTER TABLE subscription ADD COLUMN shipping_location TEXT;
-- Links to its page of another version than this hold no more.
ALTER TABLE subscription ADD COLUMN link_version BIGINT NOT NULL DEFAULT 0;
