import type { YNode, YNodeList } from './yui/node.ts';
import './yui.ts';

type Anything = (...args: unknown[]) => unknown;
type Names = 'augment' | 'bind' | 'fire' | 'io' | 'later' | 'mix' | 'on' | 'once' | 'throttle' | 'use';
type Page = Record<Names, Anything> & {
  one(from: unknown): YNode | null;
  all(from: unknown): YNodeList & Record<'addClass' | 'get', Anything>;
  EventTarget: object;
  Global: { on: Anything; fire: Anything; detach: Anything };
  Anim: new (config: object) => { run(): { on: Anything } };
  Cookie: Record<'get' | 'set' | 'remove', Anything>;
  Lang: Record<'isNumber' | 'isString' | 'isValue' | 'isArray', Anything>;
};
const { Y, YUI } = window as unknown as { Y: Page; YUI: { (): Page; add: Anything } };
const one = (from: unknown): YNode => {
  const node = Y.one(from);
  if (!node) throw new Error('no node');
  return node;
};

beforeEach(() => {
  document.body.innerHTML =
    '<ul id="menu"><li class="a first"><a href="#x" data-size="3">A</a></li><li class="b">B</li><li class="c">C</li></ul>';
});

test('use calls back with Y; parts that a script adds begin at their first use, after what they require', () => {
  const said: string[] = [];
  YUI.add('second', () => said.push('second'), '1', { requires: ['first'] });
  YUI.add('first', () => said.push('first'));
  expect(said).toEqual([]);
  Y.use('node', 'second', (own: unknown) => said.push(own === Y ? 'Y' : 'other'));
  YUI().use('second', () => said.push('again'));
  expect(said).toEqual(['first', 'second', 'Y', 'again']);
});

test('a node is found once, and what is not there is null', () => {
  expect(Y.one('#none')).toBeNull();
  expect(Y.one('a[')).toBeNull();
  expect(one('#menu')).toBe(one(document.getElementById('menu')));
  expect(one('#menu').one('.b')).toBe(Y.one('.b'));
  expect(Y.one(window)?.get('winWidth')).toBe(window.innerWidth);
});

test('nodes know their neighbours', () => {
  const b = one('.b');
  expect(b.previous()?.hasClass('first')).toBe(true);
  expect(b.next('.c')).toBe(Y.one('.c'));
  expect(b.next('.a')).toBeNull();
  expect(b.siblings().size()).toBe(2);
  expect(b.ancestor('#menu')).toBe(Y.one('#menu'));
  expect(b.ancestor('.b')).toBeNull();
  expect(b.ancestor('.b', true)).toBe(b);
  expect([b.index(), b.test('li.b'), one('ul').contains(b)]).toEqual([1, true, true]);
});

test('nodes are changed in chains', () => {
  const b = one('.b')
    .addClass('x y')
    .removeClass('y')
    .toggleClass('z')
    .setAttribute('title', 1)
    .setStyles({ top: 3, zIndex: 2 });
  expect(b.get('className')).toBe('b x z');
  expect([b.getAttribute('title'), b.getStyle('top'), b.getStyle('zIndex'), b.getAttribute('none')]).toEqual([
    '1',
    '3px',
    '2',
    '',
  ]);
  expect(one('a').getData('size')).toBe('3');
  expect(one('a').setData('size', 4).getData('size')).toBe(4);
  b.setStyle('top', null);
  expect(b.el.style.top).toBe('');
  b.setHTML('<i>1</i>').prepend('<i>0</i>').append('<i>2</i>').insert('<i>b</i>', 'before');
  expect(one('#menu').get('text')).toBe('Ab012C');
  expect(b.get('children')).toHaveProperty('_nodes.length', 3);
  b.empty().remove();
  expect(Y.one('.b')).toBeNull();
});

test('lists do to each what a node can', () => {
  const all = Y.all('#menu li');
  expect([all.size(), all.isEmpty(), all.indexOf(Y.one('.c')), all.item(9)]).toEqual([3, false, 2, null]);
  expect(all.addClass('on')).toBe(all);
  expect(Y.all('.on').size()).toBe(3);
  expect(all.get('tagName')).toEqual(['LI', 'LI', 'LI']);
  const seen: unknown[] = [];
  all.each(function (this: unknown, node: YNode, at: number) {
    seen.push([this === all, node.get('text'), at]);
  }, all);
  expect(seen).toEqual([
    [true, 'A', 0],
    [true, 'B', 1],
    [true, 'C', 2],
  ]);
  expect(all.filter('.b').size()).toBe(1);
  expect(all.some((node: YNode) => node.hasClass('c'))).toBe(true);
});

test('handlers are called with the node, and taken away', () => {
  const clicks: unknown[] = [];
  const self = { name: 'self' };
  const handle = one('.b').on(
    'click',
    function (this: unknown, event: { target: unknown; halt(): void }) {
      clicks.push([this, event.target]);
      event.halt();
    },
    self,
  );
  one('#menu').on('click', () => clicks.push('halted'));
  document.querySelector<HTMLElement>('.b')?.click();
  expect(clicks).toEqual([[self, Y.one('.b')]]);
  handle.detach();
  document.querySelector<HTMLElement>('.b')?.click();
  expect(clicks).toEqual([[self, Y.one('.b')], 'halted']);
  one('#menu').detach('click');
  document.querySelector<HTMLElement>('.b')?.click();
  expect(clicks).toHaveLength(2);
});

test('a delegate hears what is inside, now and later', () => {
  const heard: unknown[] = [];
  one('#menu').delegate(
    'click',
    (event: { currentTarget: YNode }) => heard.push(event.currentTarget.get('className')),
    'li',
  );
  document.querySelector('a')?.click();
  one('#menu').append('<li class="late">L</li>');
  document.querySelector<HTMLElement>('.late')?.click();
  expect(heard).toEqual(['a first', 'late']);
});

test('events of nobody in particular, once and by several names', () => {
  const heard: unknown[] = [];
  Y.Global.on(['tweak:change', 'tweak:reset'], (value: unknown) => heard.push(value));
  Y.Global.fire('tweak:change', 1);
  Y.Global.fire('tweak:reset', 2);
  Y.once('own:event', (value: unknown) => heard.push(value));
  Y.fire('own:event', 3);
  Y.fire('own:event', 4);
  Y.on('domready', () => heard.push('ready'));
  Y.on('resize', () => heard.push('resized'));
  window.dispatchEvent(new Event('resize'));
  expect(heard).toEqual([1, 2, 3, 'ready', 'resized']);
});

test('an animation arrives, and says so', async () => {
  const node = one('.b').setStyle('height', '10px');
  const end = new Promise((done) =>
    new Y.Anim({ node, to: { height: 30, opacity: 0 }, duration: 0.02, easing: 'easeOutStrong' }).run().on('end', done),
  );
  await end;
  expect([node.getStyle('height'), node.getStyle('opacity')]).toEqual(['30px', '0']);
});

test('io answers with the text, or with what failed', async () => {
  const answers = [new Response('<p>hi</p>'), new Response('gone', { status: 404 })];
  jest.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(answers.shift() as Response));
  const said: unknown[] = [];
  for (const url of ['/a', '/b'])
    await new Promise<void>((end) => {
      const tell = (name: string) => (_: number, answer: { responseText: string }) =>
        said.push([name, answer.responseText]);
      Y.io(url, { data: { q: 'a b' }, on: { success: tell('went'), failure: tell('failed'), end } });
    });
  expect(said).toEqual([
    ['went', '<p>hi</p>'],
    ['failed', 'gone'],
  ]);
  expect(jest.mocked(window.fetch).mock.calls[0]?.[0]).toBe('/a?q=a+b');
});

test('small things: later, bind, throttle, Lang, mix, cookies', () => {
  jest.useFakeTimers();
  const said: unknown[] = [];
  const self = { say: (what: unknown) => said.push(what) };
  Y.later(10, self, 'say', ['later']);
  (Y.later(10, self, 'say', ['never']) as { cancel(): void }).cancel();
  jest.advanceTimersByTime(20);
  (
    Y.bind(
      function (this: unknown, a: unknown, b: unknown) {
        said.push(this === self, a, b);
      },
      self,
      1,
    ) as Anything
  )(2);
  const slow = Y.throttle(() => said.push('throttled'), 100) as Anything;
  slow();
  slow();
  expect(said).toEqual(['later', true, 1, 2, 'throttled']);
  expect([Y.Lang.isNumber(Number.NaN), Y.Lang.isString(''), Y.Lang.isValue(0), Y.Lang.isArray([])]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  Y.mix({}, JSON.parse('{"__proto__": {"bad": 1}}'));
  expect(({} as { bad?: number }).bad).toBeUndefined();
  Y.Cookie.set('a b', 'c;d');
  expect([Y.Cookie.get('a b'), Y.Cookie.get('none')]).toEqual(['c;d', null]);
  Y.Cookie.remove('a b');
  expect(Y.Cookie.get('a b')).toBeNull();
  jest.useRealTimers();
});

test('S-327: an object, and those that a constructor makes, may be given the events of an EventTarget, each its own', () => {
  type Told = { on: Anything; fire: Anything };
  const heard: string[] = [];
  const alone = { fire: () => 'own' } as unknown as Told;
  Y.augment(alone, Y.EventTarget, true, null, { emitFacade: true });
  alone.on('open', () => heard.push('alone'));
  class Part {}
  Y.augment(Part, Y.EventTarget);
  const [first, second] = [new Part(), new Part()] as unknown as [Told, Told];
  first.on('open', () => heard.push('first'));
  second.fire('open');
  expect(heard).toEqual([]);
  first.fire('open');
  alone.fire('open');
  expect(heard).toEqual(['first', 'alone']);
  expect((Y.augment({ on: 1 }, Y.EventTarget) as { on: unknown }).on).toBe(1);
});
