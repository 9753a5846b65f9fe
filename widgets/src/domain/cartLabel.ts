/** Above this total quantity the pill stops counting (W-064). */
export const PILL_LIMIT = 100;
