import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { userEvent, within } from 'storybook/test';
import { inEditor, withLanguage, withServer } from '../test/stories.tsx';
import { Help } from './Help.tsx';
import { type Step, stepsHere } from './steps.ts';
import { Tour } from './Tour.tsx';

const meta: Meta = { title: 'Editor/Tour', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;

/** Some of the controls that the tour points at, and the tour. */
function Controls() {
  const [steps, setSteps] = useState<Step[]>([]);
  // They can be looked for once they are there.
  useEffect(() => {
    const drawn = requestAnimationFrame(() => setSteps(stepsHere()));
    return () => cancelAnimationFrame(drawn);
  }, []);
  return (
    <>
      <nav aria-label="Parts">
        <a href="/config/home">Home</a> <a href="/config/commerce">Shop</a>
      </nav>
      <header>
        <h1>Clay</h1>
        <button type="button">Undo</button>
      </header>
      {steps.length > 0 ? <Tour steps={steps} onEnd={() => setSteps([])} /> : null}
    </>
  );
}

/** The first step. */
export const First: StoryObj = {
  beforeEach: withServer(),
  render: () => <Controls />,
  play: async () => void (await within(document.body).findByText('Step 1 of 4')),
};

/** The last step, in German. */
export const Last: StoryObj = {
  beforeEach: withLanguage('de', withServer()),
  render: () => <Controls />,
  play: async () => {
    const page = within(document.body);
    for (let step = 1; step < 4; step += 1) await userEvent.click(await page.findByRole('button', { name: 'Weiter' }));
    await page.findByRole('button', { name: 'Fertig' });
  },
};

/** What Home offers on a new site. */
export const Offered: StoryObj = {
  beforeEach: (context) => {
    localStorage.removeItem('loggia.editor.tour');
    withServer()(context);
  },
  render: () => <Help isNew isFirst />,
};

/** The same afterwards. */
export const Asked: StoryObj = { beforeEach: withServer(), render: () => <Help isNew={false} isFirst={false} /> };
