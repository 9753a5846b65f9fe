-- What a payment provider calls a member whose cards it may keep. The cards themselves are at the provider alone.
CREATE TABLE member_wallet (
    site_user_id TEXT NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    customer TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (site_user_id, provider)
) STRICT;

-- A page of the provider's on which a subscription was to get another card, and when it did.
CREATE TABLE subscription_card (
    session TEXT NOT NULL PRIMARY KEY,
    subscription_id TEXT NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    customer TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    done_at INTEGER
) STRICT;
CREATE INDEX subscription_card_subscription ON subscription_card (subscription_id);
