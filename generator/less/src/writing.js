// How CSS is written: each piece with the place in the owner's files from which it came, and never without end.
import { CssModel } from '@squarespace/less-ts/lib/runtime/css.js';
import { Renderer } from '@squarespace/less-ts/lib/runtime/render.js';
import { RuntimeContext } from '@squarespace/less-ts/lib/runtime/context.js';
import { renderNode } from '@squarespace/less-ts/lib/runtime/index.js';

const RULE = 37;
const RULESET = 38;

/** The most characters of CSS that sheets may become together: two dozen times what a large template has. */
const MOST = 8 << 20;

/** Takes CSS in pieces, and notes from which offset of which source each came. */
class Recorder {
  constructor() {
    this.css = [];
    this.length = 0;
    this.sources = new Map();
    this.places = [];
  }
  add(piece, place) {
    if (place) {
      const { source, offset } = place;
      if (!this.sources.has(source.filename)) this.sources.set(source.filename, this.sources.size);
      this.places.push(this.length, this.sources.get(source.filename), offset, 0);
    }
    this.css.push(piece);
    this.length += piece.length;
    if (this.length > MOST) throw { type: 'Size', message: `the style sheets become more than ${MOST >> 20} MB of CSS` };
  }
}

/** What a compilation knows of where it is; `now` is the place of the piece that is worked on. */
export class Context extends RuntimeContext {
  constructor(remarks) {
    super({ compress: false }, renderNode);
    this.remarks = remarks;
    this.now = undefined;
  }
  render(node) {
    if (node?.type === RULE) {
      this.now = node.property.place;
      if (node.isLeftOut) return '';
    }
    return super.render(node);
  }
}

const value = CssModel.prototype.value;
CssModel.prototype.value = function (text) {
  if (text === '') return;
  value.call(this, text);
  this.current.spots ??= new Map();
  this.current.spots.set(this.intern(text), this.ctx.now);
};

const renderRuleset = Renderer.prototype.renderRuleset;
Renderer.prototype.renderRuleset = function (node) {
  // Sheets that are only looked things up in write nothing of their own.
  if (node.original.isSilent) return;
  if (node.type === RULESET) this.ctx.now = node.original.place ?? this.ctx.now;
  renderRuleset.call(this, node);
};

const push = CssModel.prototype.push;
CssModel.prototype.push = function (type) {
  push.call(this, type);
  this.current.place = this.ctx.now;
};

CssModel.prototype.render = function () {
  const out = new Recorder();
  for (const child of this.current.nodes) write(this, this.current, child, out);
  return out;
};

function write(model, around, child, out) {
  if (typeof child === 'number') {
    // Comments stand under negative numbers, and need no end.
    out.add(model.get(child), around.spots?.get(child));
    out.add(child < 0 ? '\n' : ';\n');
    return;
  }
  if (!child.populated) return;
  const { headers, nodes, place } = child;
  if (headers.length > 0) out.add(`${headers.join(',\n')} {\n`, place);
  for (const inner of nodes) write(model, child, inner, out);
  if (headers.length > 0) out.add('}\n');
}
