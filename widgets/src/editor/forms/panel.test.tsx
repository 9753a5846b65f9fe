import { act, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { textAt } from '../core/json.ts';
import { renderIn } from '../test/render.tsx';
import { mockSite } from '../test/site.ts';
import { named } from '../text/words.ts';
import { FormsPanel } from './FormsPanel.tsx';

test('E-125 every form of the site opens in the builder', async () => {
  const mock = mockSite();
  mock.files.set('forms/cake.json', { id: 'cake', name: 'Cake', fields: [{ id: 'a', type: 'text', title: 'Which' }] });
  const forms = [
    { id: 'contact', name: 'Contact', path: 'forms/contact.json' },
    { id: 'cake', name: 'Cake', path: 'forms/cake.json' },
  ];
  const { user } = renderIn(<FormsPanel />, { path: 'website/forms', site: { forms }, answers: mock.handlers });
  for (const { name } of forms) {
    await user.click(await screen.findByRole('option', { name }));
    expect(await screen.findByRole('heading', { name: '1 Build' })).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue(name);
    await user.click(screen.getByRole('button', { name: 'Back' }));
  }
});

test.each([
  [['maxLength'], true],
  [[], false],
])('E-085 a long text has what the schema gives it: %j', async (properties, shown) => {
  const schema = {
    fieldsets: [],
    fields: [
      { type: 'text', properties: [] },
      { type: 'textarea', properties },
    ],
  };
  const { user, savedJson } = renderIn(<FormsPanel />, {
    path: 'website/forms',
    params: { form: 'forms/contact.json' },
    answers: [http.get('*/api/template/GetTemplateSchema', () => HttpResponse.json(schema))],
  });
  await user.click(await screen.findByRole('button', { name: 'Add a field' }));
  await user.click(await screen.findByRole('menuitem', { name: named('fieldType', 'textarea') }));
  const settings = within(await screen.findByRole('region', { name: `Field: ${named('fieldType', 'textarea')}` }));
  expect(settings.queryByLabelText('Longest text') !== null).toBe(shown);
  expect(textAt(await act(() => savedJson('forms/contact.json')), '/fields/1/type')).toBe('textarea');
});
