import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs'],
  staticDirs: ['../public'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' },
  // The site build's inputs and chunk groups do not apply to Storybook's own build.
  viteFinal: (vite) => ({ ...vite, build: { ...vite.build, rolldownOptions: {} } }),
};
export default config;
