import { screen, within } from '@testing-library/react';
import { at } from '../core/json.ts';
import { renderIn } from '../test/render.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';

const SITE = 'site.json';
const open = async () => {
  const rendered = renderIn(<SettingsPanel />, { path: 'website/settings' });
  await rendered.user.click(await screen.findByRole('tab', { name: 'Bar and popup' }));
  return rendered;
};

describe('the bar and the popup', () => {
  test('S-471 a popup is added, says what it lacks, and only what was filled in is in the file', async () => {
    const { user, savedJson, mock } = await open();
    const before = mock.json(SITE);
    const part = within(screen.getByRole('region', { name: 'Popup' }));
    await user.click(part.getByRole('button', { name: 'Add a popup' }));
    const title = part.getByRole('textbox', { name: 'Title' });
    expect(title).toHaveAccessibleDescription(/Without a title it does not open/);
    await user.type(title, 'Ten off');
    expect(title).not.toHaveAccessibleDescription(/Without/);
    await user.type(part.getByRole('textbox', { name: 'Words on the button' }), 'Go');
    await user.click(part.getByRole('switch', { name: 'Show it' }));
    const saved = await savedJson(SITE);
    expect(at(saved, '/popup')).toEqual({ title: 'Ten off', text: '', buttonText: 'Go', isEnabled: false });
    expect(at(saved, '/navigation')).toEqual(at(before, '/navigation'));
    await user.clear(part.getByRole('textbox', { name: 'Words on the button' }));
    await user.click(part.getByRole('switch', { name: 'Show it' }));
    expect(at(await savedJson(SITE), '/popup')).toEqual({ title: 'Ten off', text: '' });
    await user.click(part.getByRole('button', { name: 'Remove the popup' }));
    expect(at(await savedJson(SITE), '/popup')).toBeUndefined();
  });

  test('S-471 the bar of a site that came from elsewhere is shown, and its switches are those that differ', async () => {
    const { user, savedJson, mock } = renderIn(<SettingsPanel />, { path: 'website/settings' });
    const bar = { text: '<p>Open on Sunday</p>', clickthroughUrl: { url: '/shop' } };
    mock.files.set(SITE, { ...(mock.json(SITE) as object), websiteSettings: { announcementBarSettings: bar } });
    await user.click(await screen.findByRole('tab', { name: 'Bar and popup' }));
    const part = within(screen.getByRole('region', { name: 'Announcement bar' }));
    expect(part.getByText('/shop')).toBeInTheDocument();
    await user.click(part.getByRole('switch', { name: 'Visitors may close it for good' }));
    expect(at(await savedJson(SITE), '/websiteSettings/announcementBarSettings')).toEqual({ ...bar, canClose: false });
  });
});
