/** Why publishing did not succeed, by the codes of the server, in English. */
export const EN = {
  'why.place-not-allowed':
    'This site is set to be published to a place outside its own folder, and whoever runs this program has not allowed that place yet. Nothing was published. Ask them to allow it: the program’s log says how.',
  'why.server-not-allowed':
    'This site is set to be published to a server of its own, and whoever runs this program has not allowed that server yet. Nothing was published. Ask them to allow it: the program’s log says how.',
  'why.place-unusable':
    'The place where this site is published cannot be used as it is set. Nothing was published. Whoever runs this program finds the reason in its log.',
  'why.place-failed':
    'The files could not be written to the place where this site is published. What was live still is. Whoever runs this program finds the reason in its log.',
  'why.place-unknown': 'This site is not published to that place any more. Close this window and open it again.',
  'why.no-place': 'It is not set yet where this site is published to. Ask whoever set the site up.',
  'why.publish-busy': 'This site is being published already. Wait for that to end, and look again.',
  'why.publish-changed': 'Something changed while the site was built. Nothing was published. Publish it again.',
};
export type Reason = keyof typeof EN;
