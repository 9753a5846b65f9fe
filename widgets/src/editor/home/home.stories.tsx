import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { within } from 'storybook/test';
import type { Home } from '../client/editor.ts';
import { inEditor, withLanguage, withServer } from '../test/stories.tsx';
import { HomePanel } from './HomePanel.tsx';
import { day, HALF_WAY } from './sample.fixture.ts';

const meta: Meta = { title: 'Editor/Home', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withDay = (home: Partial<Home> = {}) => {
  return (context: { msw: unknown }) => {
    withServer('home')(context);
    (context.msw as Msw).use(...day(home));
  };
};

/** Half of the steps are done, and the day has brought something. */
export const HalfWay: StoryObj = {
  beforeEach: withDay(),
  render: () => <HomePanel />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await panel.findByText('3 of 7 done');
    await panel.findByText('125.50 USD');
    await panel.findByText('1,043');
    await panel.findByText('1 or more');
    await panel.findByText('Orders to send');
    await panel.findByText('Answers to forms today');
  },
};

/** Everything is set up; nothing is sold or counted, and nothing is unfinished. */
export const AllDone: StoryObj = {
  beforeEach: withDay({
    steps: HALF_WAY.steps.map((step) => ({ ...step, done: true })),
    sells: false,
    counts: false,
    drafts: [],
    draftCount: 0,
    publishedOn: Date.UTC(2026, 10, 20, 9),
  }),
  render: () => <HomePanel />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Everything is set up.');
    await within(canvasElement).findByText('Answers to forms today');
    await within(canvasElement).findByText('Comments and reviews to approve');
  },
};

/** The same in German, whose words are longer. */
export const German: StoryObj = {
  beforeEach: withLanguage('de', withDay()),
  render: () => <HomePanel />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await panel.findByText('3 von 7 erledigt');
    await panel.findByText('125.50 USD');
    await panel.findByText('1.043');
    await panel.findByText('1 oder mehr');
    await panel.findByText('Zu versenden');
    await panel.findByText('Formularantworten heute');
  },
};
