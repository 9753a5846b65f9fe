export const FIGURES = '/api/commerce/figures';
export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** Of which days, as the calls read it; "" is what the server shows by itself. */
export type Wanted = { from: string; to: string; step: Step };
