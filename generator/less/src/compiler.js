// LESS as a function from a style sheet to CSS and the places it came from.
//
// The program around it gives `host`, and nothing else of the machine can be reached. Texts go in and come out:
//   host.read(directory, name)   JSON of {filename, contents} or {message}: a text below the site's folder
//   host.base64(filename)        a file's bytes
//   host.mime(name)              a media type
//   host.size(filename)          JSON of [width, height] of a picture, or of a message
import createLess from 'less/lib/less/index.js';
import defaults from 'less/lib/less/default-options.js';
import AbstractFileManager from 'less/lib/less/environment/abstract-file-manager.js';
import functionRegistry from 'less/lib/less/functions/function-registry.js';
import LessError from 'less/lib/less/less-error.js';
import transformTree from 'less/lib/less/transform-tree.js';
import Dimension from 'less/lib/less/tree/dimension.js';
import Expression from 'less/lib/less/tree/expression.js';
import Value from 'less/lib/less/tree/value.js';

/** Bytes that LESS writes into a style sheet: escaped as text, or in base 64. */
class Bytes {
  constructor(filename, contents) {
    this.filename = filename;
    this.contents = contents;
  }
  toString() {
    return this.contents;
  }
}

/** A fault as both kinds of callers inside LESS expect it. */
const refused = (type, message) => ({ type, message, error: { type, message } });

class Files extends AbstractFileManager {
  supports() {
    return true;
  }
  supportsSync() {
    return true;
  }
  loadFileSync(name, directory, options) {
    if (/^[a-z][a-z+.-]*:|^\/\//i.test(name)) {
      return refused('File', `'${name}' is not a file of the site; style sheets are not fetched while building`);
    }
    const wanted = options?.ext ? this.tryAppendExtension(name, options.ext) : name;
    const answer = JSON.parse(host.read(directory ?? '', wanted));
    if (answer.message) return refused('File', answer.message);
    const { filename, contents } = answer;
    return { filename, contents: options?.rawBuffer ? new Bytes(filename, contents) : contents };
  }
}

/** Plugins are programs of strangers: none is run. */
class NoPlugins {
  loadPluginSync(name) {
    return refused('Plugin', `the plugin '${name}' is not run: style sheets may not bring programs`);
  }
}

const environment = {
  encodeBase64: (bytes) => host.base64(bytes.filename),
  mimeLookup: (name) => host.mime(name),
  charsetLookup: (type) => (/^text\/|^application\/(javascript|json)/.test(type) ? 'UTF-8' : undefined),
};

// Engines in which `stack` is an accessor of every error refuse what LESS writes there: nothing, for a fault of its own.
Object.defineProperty(LessError.prototype, 'stack', { value: undefined, writable: true, configurable: true });

const files = new Files();
const less = createLess(environment, [files], LESS_VERSION);
less.PluginLoader = NoPlugins;
less.FileManager = Files;
less.options = defaults();

function pictureSize(context, node) {
  const { currentDirectory, entryPath, rewriteUrls } = context.currentFileInfo;
  const name = node.value.replace(/#.*$/, '');
  const found = files.loadFileSync(name, rewriteUrls ? currentDirectory : entryPath, { rawBuffer: true });
  if (found.error) throw found.error;
  const size = JSON.parse(host.size(found.filename));
  if (typeof size === 'string') throw { type: 'File', message: size };
  return size;
}

functionRegistry.addMultiple({
  'image-size'(node) {
    return new Expression(pictureSize(this, node).map((side) => new Dimension(side, 'px')));
  },
  'image-width'(node) {
    return new Dimension(pictureSize(this, node)[0], 'px');
  },
  'image-height'(node) {
    return new Dimension(pictureSize(this, node)[1], 'px');
  },
});

/** The most characters of CSS that sheets may become together: two dozen times what a large template has. */
const MOST = 8 << 20;

/** Takes CSS as LESS writes it, and notes from which offset of which file each piece came. */
class Recorder {
  constructor() {
    this.css = [];
    this.length = 0;
    this.sources = new Map();
    this.places = [];
  }
  isEmpty() {
    return this.css.length === 0;
  }
  add(chunk, file, index, mapLines) {
    if (!chunk) return;
    if (file?.filename && typeof index === 'number') {
      if (!this.sources.has(file.filename)) this.sources.set(file.filename, this.sources.size);
      // A text that was taken over as it is stands at the same offsets, each character of it.
      this.places.push(this.length, this.sources.get(file.filename), index, mapLines ? 1 : 0);
    }
    this.css.push(chunk);
    this.length += chunk.length;
    if (this.length > MOST) throw { type: 'Size', message: `the style sheets become more than ${MOST >> 20} MB of CSS` };
  }
}

/** The engine throws nothing at all when its memory is at its end; a fault says so. */
const whole = (thrown) => thrown ?? { type: 'Size', message: 'out of memory' };

// What LESS does with a fault of a value is to note the place in it.
for (const kind of [Value, Expression]) {
  for (const name of ['eval', 'genCSS']) {
    const own = kind.prototype[name];
    kind.prototype[name] = function (...given) {
      try {
        return own.apply(this, given);
      } catch (thrown) {
        throw whole(thrown);
      }
    };
  }
}

function explained(thrown, imports) {
  const error = whole(thrown);
  const fault = error instanceof LessError || !imports ? error : new LessError(error, imports);
  const { type, message, filename, line, column } = fault;
  // LESS says nothing at all when the stack is at its end.
  if (message === undefined) return { type: 'Run', message: 'the style sheet does not come to an end', filename, line, column };
  return { type: type ?? fault.name ?? 'Error', message: String(message), filename, line, column };
}

/** `job` and the answer are JSON: {entry, text, math} → {css, sources, places, warnings} or {fault}. */
globalThis.compileLess = (job) => {
  const { entry, text, math } = JSON.parse(job);
  const warnings = [];
  const listener = { warn: (message) => warnings.push(message) };
  less.logger.addListener(listener);
  const options = {
    filename: entry,
    math,
    rewriteUrls: 'all',
    syncImport: true,
    quietDeprecations: true,
  };
  let answer;
  try {
    less.parse(text, options, (error, root, imports, parsed) => {
      if (error) {
        answer = { fault: explained(error, imports) };
        return;
      }
      try {
        const out = new Recorder();
        transformTree(root, parsed).genCSS({ compress: false, strictUnits: parsed.strictUnits, numPrecision: 8 }, out);
        answer = { css: out.css.join(''), sources: [...out.sources.keys()], places: out.places, warnings };
      } catch (thrown) {
        answer = { fault: explained(thrown, imports) };
      }
    });
  } catch (thrown) {
    answer = { fault: explained(thrown) };
  } finally {
    less.logger.removeListener(listener);
  }
  return JSON.stringify(answer ?? { fault: { type: 'Error', message: 'LESS gave no answer' } });
};
