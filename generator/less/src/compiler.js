// LESS as a function from a style sheet to CSS and the places it came from: the dialect of LESS 1.3, in which templates
// of the hosted platform are written.
//
// The program around it gives `host`, and nothing else of the machine can be reached. Texts go in and come out:
//   host.read(directory, name)   JSON of {filename, contents} or {message}: a text below the site's folder
//   host.base64(filename)        a file's bytes
//   host.mime(name)              a media type
//   host.size(filename)          JSON of [width, height] of a picture, or of a message
import { Block, Definition, Rule, Stylesheet } from '@squarespace/less-ts/lib/model/index.js';
import { Evaluator } from '@squarespace/less-ts/lib/runtime/evaluate.js';
import { Renderer } from '@squarespace/less-ts/lib/runtime/render.js';

import './functions.js';
import { Imports } from './imports.js';
import { fault, Remarks, Source } from './report.js';
import { Context } from './writing.js';

const DEFINITION = 9;
const MIXIN = 25;
const MIXIN_CALL = 27;
const RULE = 37;
const RULESET = 38;

/** Names that are functions of CSS as well: with other arguments they are meant for the browser. */
const OF_CSS = /^(abs|acos|alpha|asin|atan|color|contrast|cos|hsl|hsla|hwb|invert|max|min|mod|pow|rgb|rgba|round|saturate|sin|sqrt|tan)$/;

/** What LESS remarks and works out nevertheless. */
const HARMLESS = /stripping unit$|ignoring additional args$/;

/** Whether a value that has this fault is nothing at all. */
const EMPTIES = /^Failed to locate|references itself$|wasn't found|is not a picture|is missing here$/;

Context.prototype.captureErrors = function (node, env) {
  const errors = env.errors.splice(0);
  const place = node.type === RULE ? node.property.place : (node.place ?? node.original?.place ?? this.now);
  for (const { message } of errors) {
    const called = /^Function (\S+) /.exec(message)?.[1];
    if (HARMLESS.test(message) || (called && OF_CSS.test(called))) continue;
    if (node.type === RULE && EMPTIES.test(message)) node.isLeftOut = true;
    this.remarks.add(kindOf(message), `${sentence(message)}${leftOut(this, node)}`, place);
  }
};

const kindOf = (message) => (/variable/i.test(message) ? 'Name' : /recursion/.test(message) ? 'Run' : 'Eval');

/** The words of LESS, shorter. */
function sentence(message) {
  const [, variable] = /definition for the variable (\S+) in/.exec(message) ?? [];
  if (variable) return `variable ${variable} is undefined`;
  const [, mixin] = /a mixin using selector (.+)$/.exec(message) ?? [];
  return mixin ? `${mixin} is undefined` : message;
}

function leftOut(context, node) {
  if (node.type !== RULE) return '';
  const rule = `${node.property.name}`;
  return node.isLeftOut ? `; the rule '${rule}' is left out` : ` (in the rule '${rule}')`;
}

/**
 * Works out what stands in a block, in order. A definition with a fault stays as it is: what asks for it says so, and one
 * that nobody asks for does no harm.
 */
Evaluator.prototype.evaluateRules = function (env, block, forceImportant) {
  const { rules } = block;
  for (let index = 0; index < rules.length; index++) {
    const node = rules[index];
    if (node === undefined || node.type === MIXIN_CALL) continue;
    if (node.type === DEFINITION) {
      const before = env.errors.length;
      env.ctx.now = node.place;
      const value = node.dereference(env);
      if (env.errors.length === before) rules[index] = new Definition(node.name, value);
      env.errors.length = before;
    } else if (node.type === RULE) {
      env.ctx.now = node.property.place;
      const important = node.important || forceImportant;
      rules[index] = node.needsEval() || important !== node.important
        ? new Rule(node.property, node.value.eval(env), important)
        : node;
      if (node.isLeftOut) rules[index].isLeftOut = true;
      env.ctx.captureErrors(rules[index], env);
    } else if (node.type === RULESET) {
      rules[index] = this.evaluateRuleset(env, node, forceImportant);
    } else if (node.type === MIXIN) {
      this.setClosure(env, node.original);
    } else {
      rules[index] = this.evaluate(env, block, node);
    }
  }
};

/** The engine throws nothing at all when its memory is at its end; a fault says so. */
function explained(thrown, place) {
  const error = thrown ?? { type: 'Size', message: 'out of memory' };
  if (error.message === undefined) return fault('Run', 'the style sheet does not come to an end', place);
  return fault(error.type ?? error.name ?? 'Error', String(error.message), place);
}

/** `job` and the answer are JSON: {entry, text} → {css, sources, places, warnings} or {fault}. */
globalThis.compileLess = (job) => {
  const { entry, text } = JSON.parse(job);
  const remarks = new Remarks();
  const context = new Context(remarks);
  try {
    const imports = new Imports(context, remarks);
    const rules = imports.read(new Source(entry, text));
    const env = context.newEnv();
    const sheet = new Evaluator(context).evaluateStylesheet(env, new Stylesheet(new Block([...imports.hoisted, ...rules])));
    const out = Renderer.render(context, sheet);
    const css = out.css.join('').trimEnd();
    return JSON.stringify({ css, sources: [...out.sources.keys()], places: out.places, warnings: remarks.list });
  } catch (thrown) {
    return JSON.stringify({ fault: explained(thrown, context.now) });
  }
};
