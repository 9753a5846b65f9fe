-- What a payment provider calls a member whose cards it may keep. The cards themselves are at the provider alone.
CREATE TABLE member_wallet (
    site_user_id TEXT COLLATE "C" NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    provider TEXT COLLATE "C" NOT NULL,
    customer TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (site_user_id, provider)
);

-- A page of the provider's on which a subscription was to get another card, and when it did.
CREATE TABLE subscription_card (
    session TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    subscription_id TEXT COLLATE "C" NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
    provider TEXT COLLATE "C" NOT NULL,
    customer TEXT COLLATE "C" NOT NULL,
    begun_at BIGINT NOT NULL,
    done_at BIGINT
);
CREATE INDEX subscription_card_subscription ON subscription_card (subscription_id);
