// What stands for an `@import`: the statements of the file, or the import itself where a browser is to fetch it.
import { Block, Features, Media } from '@squarespace/less-ts/lib/model/index.js';

import { placeOf, Source } from './report.js';
import { Reading } from './reading.js';
import { Parselets } from '@squarespace/less-ts/lib/parser/stream.js';

/** How deep files may import each other. */
const DEEPEST = 40;

const ANONYMOUS = 1;
const QUOTED = 35;
const URL = 45;

/** The name in `@import "name"` or `@import url(name)`; nothing where a variable stands in it. */
function nameOf(path) {
  const value = path.type === URL ? path.value : path;
  if (value.type === ANONYMOUS) return value.value;
  if (value.type !== QUOTED || value.parts.some((part) => part.type !== ANONYMOUS)) return undefined;
  return value.parts.map((part) => part.value).join('');
}

const folderOf = (filename) => filename.slice(0, filename.lastIndexOf('/') + 1);

/** Reads files into a program. */
export class Imports {
  constructor(context, remarks) {
    this.context = context;
    this.remarks = remarks;
    /** Imports that a browser follows: they stand before everything else. */
    this.hoisted = [];
    this.once = new Set();
  }

  imported(node, reading, start) {
    const name = nameOf(node.path);
    const words = new Set(node.words ?? []);
    const place = placeOf(reading.of, start);
    const remark = (message) => this.remarks.add('File', message, place);
    if (name === undefined) {
      remark('the name of an imported style sheet cannot hold a variable; the import is left out');
      return [];
    }
    if (/^[a-z][a-z+.-]*:|^\/\//i.test(name)) {
      if (words.has('less')) remark(`'${name}' is not a file of the site; style sheets are not fetched while building`);
      else this.hoisted.push(node);
      return [];
    }
    const plain = name.replace(/[?#].*$/, '');
    const wanted = /\.(less|css)$/i.test(plain) ? plain : `${plain}.less`;
    const answer = JSON.parse(host.read(folderOf(reading.of.filename), wanted));
    if (answer.message) {
      if (!words.has('optional')) remark(`${answer.message}; the import is left out`);
      return [];
    }
    if (reading.above.includes(answer.filename) || reading.of.filename === answer.filename) return [];
    if ((node.once || words.has('once')) && this.once.has(answer.filename)) return [];
    this.once.add(answer.filename);
    if (reading.above.length >= DEEPEST) {
      remark(`style sheets import each other more than ${DEEPEST} times over; the import is left out`);
      return [];
    }
    const nodes = this.read(new Source(answer.filename, answer.contents), [...reading.above, reading.of.filename]);
    if (words.has('reference')) for (const each of nodes) each.isSilent = true;
    if (!node.features?.features?.length) return nodes;
    return [new Media(new Features(node.features.features), new Block(nodes))];
  }

  /** The statements of a text. */
  read(source, above = []) {
    return new Reading(this.context, source, this, above).parse(Parselets.PRIMARY).rules;
  }
}
