import type { Answer } from './answer.ts';

/** The queue that Google's tags read. */
type Tagged = { dataLayer?: unknown[] };

/** The states of Google's consent mode (version 2) that an answer stands for. */
const statesOf = ({ preferences, statistics, marketing }: Answer) => {
  const state = (granted?: boolean) => (granted ? 'granted' : 'denied');
  return {
    ad_storage: state(marketing),
    ad_user_data: state(marketing),
    ad_personalization: state(marketing),
    analytics_storage: state(statistics),
    functionality_storage: state(preferences),
    personalization_storage: state(preferences),
    security_storage: 'granted',
  };
};

/** Tells Google's tags what was agreed to, before the first of them runs as what holds from the start, afterwards as what is new. */
export function tellGoogle(answer: Answer, isFirst: boolean): void {
  const tagged = window as Tagged;
  tagged.dataLayer ??= [];
  const queue = tagged.dataLayer;
  // Only the object of a call's own arguments is taken for a command there.
  function command(..._: unknown[]) {
    // biome-ignore lint/complexity/noArguments: a list is taken for something else
    queue.push(arguments); // eslint-disable-line prefer-rest-params -- the same
  }
  command('consent', isFirst ? 'default' : 'update', statesOf(answer));
}
