// `Modernizr`, for templates that ask it and bring none: what every browser that the widgets run in can is a fact, the rest
// is asked. A template's own, which comes after this one, takes its place.

type Answer = boolean | (() => boolean | undefined);

const root = document.documentElement;
const isTouched = 'ontouchstart' in window;
const supports = (property: string) => property in root.style;

/** What each of those browsers can. */
const KNOWN = [
  'audio',
  'backgroundsize',
  'borderradius',
  'boxshadow',
  'boxsizing',
  'canvas',
  'cssanimations',
  'csscalc',
  'cssfilters',
  'cssgradients',
  'csstransforms',
  'csstransforms3d',
  'csstransitions',
  'flexbox',
  'fontface',
  'generatedcontent',
  'geolocation',
  'hashchange',
  'history',
  'inlinesvg',
  'js',
  'localstorage',
  'mediaqueries',
  'multiplebgs',
  'objectfit',
  'opacity',
  'postmessage',
  'rgba',
  'sessionstorage',
  'srcset',
  'svg',
  'textshadow',
  'video',
  'websockets',
  'webworkers',
];

const features: Record<string, unknown> = Object.fromEntries(KNOWN.map((name) => [name, true]));
Object.assign(features, { touch: isTouched, touchevents: isTouched });
root.classList.add(isTouched ? 'touch' : 'no-touch');

/** A question of the template's own: its answer is a member, and a class of the document. */
function addTest(tests: string | Record<string, Answer>, answer?: Answer) {
  if (typeof tests === 'object') {
    for (const [name, own] of Object.entries(tests)) addTest(name, own);
    return features;
  }
  const name = tests.toLowerCase();
  if (name in features) return features;
  const can = Boolean(typeof answer === 'function' ? answer() : answer);
  features[name] = can;
  root.classList.add(can ? name : `no-${name}`);
  return features;
}

Object.assign(features, {
  addTest,
  mq: (query: string) => window.matchMedia(query).matches,
  /** No browser of today needs a prefix for what templates ask. */
  prefixed: (property: string) => (supports(property) ? property : false),
  testProp: supports,
  testAllProps: supports,
  hasEvent: (event: string) => `on${event}` in window || `on${event}` in root,
});

(window as unknown as { Modernizr?: object }).Modernizr ??= features;
