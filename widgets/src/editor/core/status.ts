/** Where an item stands, as its file says. A file that says nothing is published. */
export const STATUSES = ['Draft', 'Needs Review', 'Scheduled', 'Private', 'Published'] as const;
export type Status = (typeof STATUSES)[number];

/** How the server's list says the same. */
const LISTED: Record<string, Status> = {
  draft: 'Draft',
  needsReview: 'Needs Review',
  scheduled: 'Scheduled',
  private: 'Private',
  published: 'Published',
};
export const statusOf = (written: string | undefined): Status =>
  STATUSES.find((status) => status === written) ?? LISTED[written ?? ''] ?? 'Published';

/** What stands beside an item in a list; nothing beside a published one. A date to come makes it scheduled. */
export function statusLabel(status: Status, publishOn: number | undefined, now: number): Status | undefined {
  if (status === 'Draft' || status === 'Needs Review' || status === 'Private') return status;
  if ((publishOn ?? 0) > now) return 'Scheduled';
  return undefined;
}

/** From where to where an item may go by itself: forward over the review, and back to the draft (E-013). */
const FORWARD: Record<Status, readonly Status[]> = {
  Draft: ['Needs Review', 'Scheduled', 'Private', 'Published'],
  'Needs Review': ['Draft', 'Scheduled', 'Private', 'Published'],
  Scheduled: ['Draft', 'Private', 'Published'],
  Private: ['Draft', 'Scheduled', 'Published'],
  Published: ['Draft', 'Scheduled', 'Private'],
};

/** Where somebody may take an item. Who may not publish may only send to review, and take back what waits there. */
export function transitions(from: Status, mayPublish: boolean): readonly Status[] {
  if (mayPublish) return FORWARD[from];
  if (from === 'Draft') return ['Needs Review'];
  return from === 'Needs Review' ? ['Draft'] : [];
}
