// Functions that read files of the site, as later versions of LESS have them.
import { Anonymous, Dimension, Expression, Url } from '@squarespace/less-ts/lib/model/index.js';
import { FUNCTIONS } from '@squarespace/less-ts/lib/plugins/index.js';

const QUOTED = 35;
const URL = 45;

/** The text of an argument, without its quotes. */
function textOf(env, node) {
  const value = node.type === URL ? node.value : node;
  if (value.type !== QUOTED) return env.ctx.render(value);
  const bare = value.copy();
  bare.escaped = true;
  return env.ctx.render(bare);
}

function found(env, name) {
  const from = env.ctx.now?.source.filename ?? '';
  const answer = JSON.parse(host.read(from.slice(0, from.lastIndexOf('/') + 1), name.replace(/[?#].*$/, '')));
  if (!answer.message) return answer;
  env.errors.push({ type: 'runtime', message: answer.message });
  return undefined;
}

function size(env, args) {
  const file = found(env, textOf(env, args[0]));
  if (!file) return undefined;
  const answer = JSON.parse(host.size(file.filename));
  if (typeof answer !== 'string') return answer.map((side) => new Dimension(side, 'px'));
  env.errors.push({ type: 'runtime', message: answer });
  return undefined;
}

function dataUri(env, args) {
  const name = textOf(env, args.at(-1));
  const file = found(env, name);
  if (!file) return undefined;
  const type = args.length > 1 ? textOf(env, args[0]) : host.mime(file.filename);
  const isText = type.endsWith('svg+xml') || /;\s*charset/i.test(type);
  const data = isText
    ? `${type},${encodeURIComponent(file.contents)}`
    : `${type.replace(/;base64$/, '')};base64,${host.base64(file.filename)}`;
  const fragment = /#.*$/.exec(name)?.[0] ?? '';
  return new Url(new Anonymous(`"data:${data}${fragment}"`));
}

/** A function with a least number of arguments. */
const reads = (least, invoke) => ({
  validate: (_env, args) => [args.length >= least, [{ type: 'runtime', message: 'a file is missing here' }]],
  invoke,
});

Object.assign(FUNCTIONS, {
  'data-uri': reads(1, dataUri),
  'image-size': reads(1, (env, args) => {
    const sides = size(env, args);
    return sides && new Expression(sides);
  }),
  'image-width': reads(1, (env, args) => size(env, args)?.[0]),
  'image-height': reads(1, (env, args) => size(env, args)?.[1]),
});
