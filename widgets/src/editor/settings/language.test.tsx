import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { server } from '../../../mock-api/server.ts';
import { Editor } from '../Editor.tsx';
import { PagesPanel } from '../pages/PagesPanel.tsx';
import { renderIn } from '../test/render.tsx';
import { mockSite } from '../test/site.ts';
import { chooseLanguage } from '../text/language.ts';

afterEach(async () => {
  await chooseLanguage('en');
  localStorage.clear();
});

test('a panel in German', async () => {
  await chooseLanguage('de');
  renderIn(<PagesPanel />, { path: 'website/pages', params: { file: 'content/blog/first.json' } });
  expect(await screen.findByRole('textbox', { name: 'Titel' })).toHaveValue('The first loaf');
  expect(screen.queryByText('Excerpt')).not.toBeInTheDocument();
  expect(screen.getByText('Auszug')).toBeInTheDocument();
});

test('the whole editor changes its language where it stands, and keeps the choice', async () => {
  const status = { enabled: false, defaultLanguage: 'en-US', languages: ['en-US'] };
  server.use(
    http.get('*/api/multilingual/status', () => HttpResponse.json(status)),
    ...mockSite().handlers,
  );
  window.history.replaceState(null, '', '/config/website/settings');
  const user = userEvent.setup();
  render(<Editor />);
  await user.click(await screen.findByRole('tab', { name: 'Languages' }));
  await user.click(await screen.findByRole('button', { name: /Language of the editor/ }));
  await user.click(await screen.findByRole('option', { name: 'Deutsch' }));
  expect(await screen.findByRole('tab', { name: 'Sprachen', selected: true })).toBeInTheDocument();
  const choice = await screen.findByRole('button', { name: /Sprache des Editors/ });
  expect(screen.getByRole('navigation', { name: 'Bereiche der Website' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Rückgängig' })).toBeDisabled();
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
  await waitFor(() => expect(choice).toHaveFocus());
  expect(await screen.findByText('Die Website spricht eine Sprache.')).toBeInTheDocument();
  expect(localStorage.getItem('loggia.editor.language')).toBe('de');
});
