// How the parser of LESS goes on where it does not understand something, and what it notes of each piece.
//
// It stops at the first statement that it cannot read. Here it reads that statement as plain CSS where it may be some,
// leaves it out with a remark else, and goes on behind it.
import { Anonymous, Block, BlockDirective, Directive, Property, Rule, Ruleset, Selector, Selectors, TextElement }
  from '@squarespace/less-ts/lib/model/index.js';
import '@squarespace/less-ts/lib/parser/parser.js';
import { DirectiveParselet } from '@squarespace/less-ts/lib/parser/parselets/directive.js';
import { BlockParselet, PrimaryParselet } from '@squarespace/less-ts/lib/parser/parselets/primary.js';
import { SelectorParselet } from '@squarespace/less-ts/lib/parser/parselets/selector.js';
import { LessStream, Parselets } from '@squarespace/less-ts/lib/parser/stream.js';

import { placeOf } from './report.js';
import { parts, statement } from './scan.js';

const RULE = 37;
const RULESET = 38;
const IMPORT = 21;
const BLOCK = 4;

/** How deep blocks may stand in each other: far more than anybody writes, far less than the stack holds. */
const DEEPEST = 60;

/** A text that is read: the parser's own, with the source it belongs to. */
export class Reading extends LessStream {
  /** `program` gives `remarks`, and `imported(node, options, reading)`: what stands for an `@import`. */
  constructor(context, source, program, above = []) {
    super(context, source.text);
    this.of = source;
    this.program = program;
    this.above = above;
    this.depth = 0;
  }
  place(offset) {
    return placeOf(this.of, offset);
  }
  remark(message, offset) {
    this.program.remarks.add('Parse', message, this.place(offset));
  }
}

/** A fault that nothing is read behind: the engine is at one of its bounds. */
const isEnd = (thrown) => thrown == null || /out of memory|Allocation failed/.test(thrown.message ?? '');

PrimaryParselet.prototype.parse = function (stm) {
  const block = new Block();
  for (;;) {
    stm.skipEmpty();
    const letter = stm.peek();
    if (letter === undefined || (letter === '}' && stm.depth > 0)) return block;
    const mark = stm.mark();
    let node;
    let thrown;
    try {
      node = letter === '}' ? undefined : stm.parse(Parselets.PRIMARY_SUB);
    } catch (error) {
      if (isEnd(error) || error.isBound) throw error;
      thrown = error;
    }
    const start = mark[0];
    if (node === undefined) {
      stm.restore(mark);
      node = recovered(stm, start, thrown);
    }
    if (node) add(block, node, stm, start);
  }
};

function add(block, node, stm, start) {
  const nodes = node.type === IMPORT ? stm.program.imported(node, stm, start) : node.type === BLOCK ? node.rules : [node];
  for (const each of nodes) {
    // What is made of a rule shares its property, and what is made of a block knows its original.
    const holder = each.type === RULE ? each.property : each.type === RULESET ? each.selectors : each;
    holder.place ??= stm.place(start);
    each.place ??= holder.place;
    block.add(each);
  }
}

BlockParselet.prototype.parse = function (stm) {
  stm.skipWs();
  if (stm.peek() !== '{') return undefined;
  const opened = stm.index;
  if (++stm.depth > DEEPEST) {
    throw Object.assign(new Error(`blocks stand in each other more than ${DEEPEST} times`), { isBound: true });
  }
  stm.seekOpenSpace();
  const block = stm.parse(Parselets.PRIMARY);
  stm.depth--;
  if (stm.peek() === '}') stm.seekOpenSpace();
  else stm.remark('the block that is opened here is not closed', opened);
  return block;
};

const ofSelector = SelectorParselet.prototype.parse;

/** Behind the last comma of a list there may be nothing: LESS leaves the comma out, and a browser the whole rule. */
SelectorParselet.prototype.parse = function (stm) {
  const selector = ofSelector.call(this, stm);
  return selector?.elements?.length === 0 ? undefined : selector;
};

const KNOWN = new DirectiveParselet();
const ofLess = DirectiveParselet.prototype.parse;

/** The words that may stand before the name of an imported file: `(less, optional)`. */
function importOptions(stm) {
  const found = /^@import(?:-once)?\s*\(([\w\s,]*)\)/.exec(stm.source.slice(stm.index, stm.index + 80));
  if (!found) return undefined;
  return { words: found[1].split(',').map((word) => word.trim()), length: found[0].length };
}

DirectiveParselet.prototype.parse = function (stm) {
  stm.skipWs();
  if (stm.peek() !== '@') return undefined;
  if (stm.source.startsWith('@plugin', stm.index)) throw new Error('programs are not run');
  const mark = stm.mark();
  const options = importOptions(stm);
  if (options) {
    stm.seekn(options.length);
    const node = this.parseImport(stm, '@import');
    if (node === undefined) stm.restore(mark);
    else node.words = options.words;
    return node;
  }
  const node = ofLess.call(KNOWN, stm);
  if (node !== undefined) return node;
  stm.restore(mark);
  return ofCss(stm);
};

/** A rule of CSS that came after LESS: `@container`, `@layer`, `@property`. Its block is read as any other. */
function ofCss(stm) {
  const head = /^@[a-z-]+(?=[\s;{(])/i.exec(stm.source.slice(stm.index, stm.index + 60));
  if (!head || /^@(import|import-once|media|plugin)$/i.test(head[0])) return undefined;
  const { end, block } = statement(stm.source, stm.index);
  if (block < 0) {
    const text = stm.source.slice(stm.index + head[0].length, end).trim();
    if (stm.depth > 0 || head[0] !== '@layer' || !text.endsWith(';')) return undefined;
    stm.seekn(end - stm.index);
    return new Directive(head[0], new Anonymous(text.slice(0, -1)));
  }
  const name = stm.source.slice(stm.index, block).trim();
  if (/[@;]/.test(name.slice(1)) || /^@[a-z-]+\s*\(\s*\)/i.test(name)) return undefined;
  stm.seekn(block - stm.index);
  const inner = stm.parse(Parselets.BLOCK);
  return inner && new BlockDirective(name, inner);
}

/** What no sheet in plain CSS has: variables, escapes and programs. */
const OF_LESS = /@[\w{-]|~["'`]|`/;

/** What may be made of a statement that LESS does not read; without it, nothing, and a remark. */
function recovered(stm, start, thrown) {
  if (stm.peek() === '}') {
    stm.seek1();
    stm.remark('nothing is open here that this bracket could close; it is left out', start);
    return undefined;
  }
  const { end, block } = statement(stm.source, start);
  const whole = stm.source.slice(start, end);
  const declared = /^([-_*]?[\w-]+)\s*:([^]*?);?\s*$/.exec(whole);
  if (stm.depth > 0 && declared && (block < 0 ? !OF_LESS.test(whole) : declared[1].startsWith('--'))) {
    stm.seekn(end - start);
    return new Rule(new Property(declared[1]), new Anonymous(declared[2].trim()), false);
  }
  if (/^@plugin\b/.test(whole)) {
    stm.seekn(end - start);
    stm.remark('a plugin is a program, and is not run: style sheets may not bring programs', start);
    return undefined;
  }
  const head = block < 0 ? '' : stm.source.slice(start, block).trim();
  if (head && !thrown?.isBound && !/[;]|^@/.test(head) && !OF_LESS.test(head) && !/[.#][\w-]+\s*\([^)]*\)\s*(when\b.*)?$/.test(head)) {
    stm.seekn(block - start);
    const inner = stm.parse(Parselets.BLOCK);
    if (inner) return new Ruleset(selectors(head), inner);
    stm.restore([start, 0, 0, 0]);
  }
  stm.seekn(Math.max(end - start, 1));
  stm.remark(`'${shortened(head || whole)}' is not understood and is left out${because(thrown)}`, start);
  return undefined;
}

const because = (thrown) => (thrown?.message && !thrown.message.includes('\n') ? `: ${thrown.message}` : '');

const shortened = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 77)}…` : line;
};

/** Selectors of CSS as they stand; `&` is what stands around them. */
function selectors(head) {
  const own = (part) => {
    const pieces = part.trim().split(/(&)/).filter(Boolean);
    return new Selector(pieces.map((piece, index) => new TextElement(index === 0 ? ' ' : undefined, piece)));
  };
  return new Selectors(parts(head).map(own));
}
