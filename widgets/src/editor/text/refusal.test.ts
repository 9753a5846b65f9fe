import { CallError, type Failure } from '../../client/failure.ts';
import { refusalOf } from './refusal.ts';

const failed = (failure: Partial<Failure>) =>
  new CallError({ kind: 'http', status: 409, crumbFail: false, body: {}, ...failure });

test.each([
  ['the shop’s own words', failed({ message: 'One is left.' }), 'One is left.'],
  ['a refusal without words', failed({ status: 500 }), 'That did not work. Please try again.'],
  ['no answer at all', failed({ kind: 'offline', status: 0 }), /^The shop does not answer, so it is not known/],
  [
    'no answer in time',
    failed({ kind: 'timeout', status: 0 }),
    /^The shop took too long to answer, so it is not known/,
  ],
  ['a file that is refused', new Error('No books yet.'), 'No books yet.'],
  ['a file that is refused without words', new Error('HTTP 500'), 'That did not work. Please try again.'],
  ['a file for which there is no connection', new TypeError('Failed to fetch'), /^The shop does not answer/],
  ['anything else', 'x', 'That did not work. Please try again.'],
])('S-308 %s is told as what it means for who asked', (_, thrown, words) => {
  expect(refusalOf(thrown)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
});
