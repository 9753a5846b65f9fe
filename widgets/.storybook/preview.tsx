import '../src/styles/entry.css';
import './page.css';
import type { Preview } from '@storybook/react-vite';
import { setupWorker } from 'msw/browser';
import { mswLoader } from 'msw-storybook-addon/csf3';
import { handlers } from '../mock-api/handlers.ts';

const preview: Preview = {
  loaders: [
    mswLoader(async () => {
      const worker = setupWorker(...handlers);
      await worker.start({ onUnhandledRequest: 'bypass', quiet: true });
      return worker;
    }),
  ],
  parameters: { a11y: { test: 'error' }, layout: 'padded' },
  globalTypes: {
    scheme: {
      description: 'Light or dark',
      defaultValue: 'light',
      toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    direction: {
      description: 'Writing direction',
      defaultValue: 'ltr',
      toolbar: { icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
  },
  decorators: [
    (Story, { globals }) => {
      document.documentElement.style.colorScheme = String(globals.scheme);
      document.documentElement.dir = String(globals.direction);
      return <Story />;
    },
  ],
  tags: ['autodocs'],
};
export default preview;
