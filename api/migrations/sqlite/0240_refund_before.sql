-- What of its order had gone back when a refund was promised: by both a provider is asked in a currency without hundredths.
ALTER TABLE refund ADD COLUMN before_cents INTEGER NOT NULL DEFAULT 0;
