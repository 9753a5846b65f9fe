import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { field, form } from '../../mock-api/data.ts';
import { server } from '../../mock-api/server.ts';
import type { FieldType, Form } from '../contract/types.ts';
import { place } from '../platform/go.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { read } from './FormBlock.island.tsx';
import { FormBlock } from './FormBlock.tsx';

const text = (over: Partial<Parameters<typeof field>[0]> = {}) =>
  field({ id: 'f1', type: 'text', title: 'Name', ...over });
const draw = (over: Partial<Form> = {}, page: Parameters<typeof openPage>[1] = {}) => {
  openPage([], page);
  return render(<FormBlock form={form({ fields: [text()], ...over })} />);
};
const send = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await settle();
};
const saving = (status: number, body: object = {}) =>
  server.use(http.post('*/api/form/SaveFormSubmission', () => HttpResponse.json(body, { status })));
const went = () => jest.spyOn(place, 'assign').mockImplementation(() => undefined);

test('W-131 W-155 the first touch asks for a key; validated, it is saved with it, its proof, the answers and the page', async () => {
  draw({}, { page: { pageId: 'p1', path: '/contact', itemId: 'i1', collectionId: 'c1' } as never });
  const seen = watchRequests();
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await send();
  expect(seen.map(({ path }) => path)).toEqual([
    '/api/form/FormSubmissionKey',
    '/api/rest/forms/validate/contact',
    '/api/form/SaveFormSubmission',
  ]);
  expect(seen[1]?.body).toEqual({ f1: 'Ada' });
  expect(seen[2]?.body).toEqual({
    key: 'key-1',
    proof: expect.stringMatching(/^key-1:\d+\.\d+$/) as string,
    form: { f1: 'Ada' },
    formId: 'contact',
    pagePath: '/contact',
    pageId: 'p1',
    itemId: 'i1',
    collectionId: 'c1',
  });
});

test('the field no person sees is out of every reader’s way, and what a program put there is sent', async () => {
  const { container } = draw();
  const decoy = container.querySelector<HTMLInputElement>('[name=decoy]');
  expect(decoy?.parentElement).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('form').lastElementChild).toContainElement(decoy);
  expect(decoy).toHaveAttribute('tabindex', '-1');
  expect(decoy).toHaveAttribute('autocomplete', 'off');
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  if (decoy) decoy.value = 'https://spam.example';
  const seen = watchRequests();
  await send();
  expect(seen.find(({ path }) => path.endsWith('SaveFormSubmission'))?.body).toMatchObject({
    decoy: 'https://spam.example',
  });
});

test('W-134 afterwards the form is gone and both texts stand there', async () => {
  draw({ submissionHTML: '<em>More</em>' });
  await send();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  expect(screen.getByText('Thank you for writing.')).toBeInTheDocument();
  expect(screen.getByText('More')).toBeInTheDocument();
});

test('W-133 a redirect leads away', async () => {
  const assigned = went();
  draw({ successRedirect: '/thanks' });
  await send();
  expect(assigned).toHaveBeenCalledWith('/thanks');
});

test.each([
  [true, 1],
  [false, 0],
])('W-132 K-041 a newsletter form (%s) tracks its sign-up %i times', async (newsletter, times) => {
  draw({ newsletter });
  server.use(http.post('*/api/events/RecordEvent', () => new HttpResponse(null, { status: 204 })));
  const seen = watchRequests();
  await send();
  expect(seen.filter(({ path }) => path === '/api/events/RecordEvent')).toHaveLength(times);
});

test('W-129 W-130 Submitting… while it is sent, and a second submit is none', async () => {
  draw();
  server.use(http.post('*/SaveFormSubmission', () => delay('infinite')));
  const seen = watchRequests();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }));
  await settle();
  expect(screen.getByRole('button')).toHaveTextContent('Submitting…');
  await userEvent.click(screen.getByRole('button'));
  expect(seen.filter(({ path }) => path.endsWith('FormSubmissionKey'))).toHaveLength(1);
});

test('W-135 W-168 errors stand on their fields, and the form can be sent again', async () => {
  draw({ fields: [text(), text({ id: 'f2', title: 'Town' })] });
  saving(400, { errors: { f1: 'A', f2: 'B' } });
  await send();
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('A');
  expect(screen.getByLabelText('Town')).toHaveAccessibleDescription('B');
  expect(screen.getByLabelText('Name')).toHaveFocus();
  server.resetHandlers();
  await send();
  expect(screen.getByText('Thank you for writing.')).toBeInTheDocument();
});

test('W-156 an error stands above its title', async () => {
  draw({ fields: [text({ required: true })] });
  await send();
  const error = screen.getByText('Required');
  expect(error.compareDocumentPosition(screen.getByText('Name')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('W-139 W-162 W-163 a required field stops the submit, with the form’s own message and where to look', async () => {
  draw({ fields: [text({ required: true })] });
  const seen = watchRequests();
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent('One or more fields is invalid, please check your entries.');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your form has encountered a problem. Please scroll up to review.',
  );
  // The touch asked for a key; nothing was validated or saved.
  expect(seen.map(({ path }) => path)).toEqual(['/api/form/FormSubmissionKey']);
});

test('W-163 a problem below the button says scroll down', async () => {
  draw({ fields: [text({ required: true })] });
  const top = jest.spyOn(Element.prototype, 'getBoundingClientRect');
  top.mockImplementation(function (this: Element) {
    return { top: this.matches('[type=submit]') ? 10 : 500 } as DOMRect;
  });
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent('Please scroll down to review.');
});

test('W-146 switched-off validation sends what it has', async () => {
  draw({ fields: [text({ required: true })], validationDisabled: true });
  const seen = watchRequests();
  await send();
  expect(seen.map(({ path }) => path)).toEqual(['/api/form/FormSubmissionKey', '/api/form/SaveFormSubmission']);
});

test.each([
  [
    'W-157',
    400,
    { error: 'Error processing form submission. Please reload and try again.' },
    'Error processing form submission. Please reload and try again.',
  ],
  ['W-158', 418, {}, 'Unknown error, please try again later.'],
  [
    'W-161',
    400,
    { error: 'Could not parse the form fields, please check your entries.' },
    'Could not parse the form fields, please check your entries.',
  ],
  ['W-164', 401, {}, 'Unable to submit form. Please try again later.'],
  ['W-165', 404, {}, 'This form has not been configured yet.'],
  ['W-166', 429, {}, 'Unable to submit form. Submission rate limit exceeded. Please try again later.'],
  ['W-167', 500, {}, 'Unable to send form. Please try again later.'],
  ['W-169', 400, { error: 'X' }, 'X'],
  ['W-170', 400, {}, 'Unknown error, please try again later.'],
])('%s a save answered %i', async (_id, status, body, message) => {
  draw();
  saving(status, body);
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
});

const answering = (answers: (() => Response | Promise<Response>)[]) =>
  server.use(http.post('*/api/form/SaveFormSubmission', () => answers.shift()?.() ?? HttpResponse.json({})));
const spent = () =>
  HttpResponse.json(
    { error: 'Error processing form submission. Please reload and try again.', code: 'processing' },
    { status: 400 },
  );

test('W-130 W-157 an answer that never came: the same key is sent again, and spent means that it was kept', async () => {
  draw();
  answering([() => HttpResponse.error(), spent]);
  const seen = watchRequests();
  await send();
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  await send();
  expect(screen.getByText('Thank you for writing.')).toBeInTheDocument();
  expect(seen.filter(({ path }) => path.endsWith('FormSubmissionKey'))).toHaveLength(1);
});

test('W-157 a key that is spent for another reason is told, and the next try has a new one', async () => {
  draw();
  answering([spent]);
  const seen = watchRequests();
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent('Please reload and try again.');
  await send();
  expect(screen.getByText('Thank you for writing.')).toBeInTheDocument();
  expect(seen.filter(({ path }) => path.endsWith('FormSubmissionKey'))).toHaveLength(2);
});

test('W-160 no key, no submission', async () => {
  draw();
  server.use(http.post('*/FormSubmissionKey', () => HttpResponse.json({}, { status: 500 })));
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent('Could not get a form submission key, please try again later.');
});

test('W-019 W-159 W-181 an unsolved captcha stops the submit; the built-in one yields its token; a failure asks anew', async () => {
  draw({ captchaEnabled: true, captchaTheme: 'dark', captchaAlignment: 'center' }, { captchaSiteKey: 'test' });
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent('Complete CAPTCHA before submitting.');
  await userEvent.click(screen.getByRole('checkbox'));
  saving(400, { error: 'X' });
  const seen = watchRequests();
  await send();
  expect(seen.find(({ path }) => path.endsWith('SaveFormSubmission'))?.body).toMatchObject({ captchaKey: 'test-pass' });
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});

test('W-017 W-181 the captcha has the form’s theme and alignment, and needs both switch and key', () => {
  const { container, unmount } = draw(
    { captchaEnabled: true, captchaTheme: 'dark', captchaAlignment: 'center' },
    { captchaSiteKey: 'test' },
  );
  expect(container.querySelector('.captcha-container')).toHaveAttribute('data-theme', 'dark');
  expect(container.querySelector('.captcha-container')).toHaveAttribute('data-align', 'center');
  unmount();
  expect(
    draw({ captchaEnabled: false }, { captchaSiteKey: 'test' }).container.querySelector('.captcha-container'),
  ).toBeNull();
});

test('W-138 W-180 a form without a name has one, and the disclaimer stands below the button', () => {
  const { container } = draw({ name: '', parsedDisclaimerMessage: '<b>T</b>' });
  expect(screen.getByRole('form', { name: 'My Form Name' })).toBeInTheDocument();
  const disclaimer = container.querySelector('.form-disclaimer') as Element;
  expect(disclaimer.innerHTML).toBe('<b>T</b>');
  expect(
    screen.getByRole('button').compareDocumentPosition(disclaimer) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
});

test('W-148 W-149 W-150 the counter counts, marks too many, and is absent without a limit', async () => {
  const { container } = draw({
    fields: [
      text({ type: 'textarea', maxLength: 10 }),
      text({ id: 'f2', type: 'textarea', title: 'B', maxLength: 0 }),
      text({ id: 'f3', type: 'textarea', title: 'C' }),
    ],
  });
  await userEvent.type(screen.getByLabelText('Name'), 'hello');
  const counters = container.querySelectorAll('.character-counter');
  expect(counters).toHaveLength(1);
  expect(counters[0]).toHaveTextContent('5 / 10');
  await userEvent.type(screen.getByLabelText('Name'), ' world');
  expect(counters[0]).toHaveTextContent('11 / 10');
  expect(counters[0]).toHaveClass('error');
});

describe('W-171 W-172 W-173 W-174 W-175 W-176 W-177 W-178 W-183 every type sends its shape', () => {
  const group = (name: string) => within(screen.getByRole('group', { name }));
  const show = (types: readonly FieldType[]) =>
    draw({
      fields: types.map((type) =>
        field({ id: type, type, title: type, options: ['a', 'b'], value: 'v', key: 'k', showCountryCode: true }),
      ),
    });
  const sent = async () => {
    const seen = watchRequests();
    await send();
    return (seen.find(({ path }) => path.endsWith('SaveFormSubmission'))?.body as { form: unknown } | undefined)?.form;
  };

  test('one value', async () => {
    const types = ['text', 'number', 'website', 'currency', 'password', 'twitter'] as const;
    show(types);
    for (const type of types) await userEvent.type(screen.getByLabelText(type), '1');
    expect(await sent()).toEqual({
      text: '1',
      number: '1',
      website: '1',
      currency: '1',
      password: '1',
      twitter: '1',
    });
  });

  test.each([
    ['date', ['MM', 'DD', 'YYYY'], { Month: '1', Day: '1', Year: '1' }],
    ['time', ['Hour', 'Minute', 'Second'], { Hour: '1', Minute: '1', Second: '1', Ampm: 'PM' }],
    ['name', ['First Name', 'Last Name'], { First: '1', Last: '1' }],
    [
      'address',
      ['Address 1', 'Address 2', 'City', 'State/Province', 'Zip/Postal Code', 'Country'],
      { Line1: '1', Line2: '1', City: '1', State: '1', Zip: '1', Country: '1' },
    ],
    ['phone', ['Country code', 'Area code', 'Prefix', 'Line'], { Country: '1', Areacode: '1', Prefix: '1', Line: '1' }],
  ] as const)('the parts of a %s', async (type, labels, shape) => {
    show([type]);
    for (const label of labels) await userEvent.type(group(type).getByLabelText(label), '1');
    if (type === 'time') await userEvent.selectOptions(group(type).getByRole('combobox'), 'PM');
    expect(await sent()).toEqual({ [type]: shape });
  });

  test('what is chosen, what nobody sees, and nothing for a section', async () => {
    show(['section', 'radio', 'select', 'checkbox', 'likert', 'hidden']);
    await userEvent.click(group('radio').getByLabelText('a'));
    await userEvent.selectOptions(screen.getByLabelText('select'), 'b');
    await userEvent.click(group('checkbox').getByLabelText('b'));
    await userEvent.click(group('checkbox').getByLabelText('a'));
    await userEvent.click(group('a').getByLabelText('Agree'));
    expect(await sent()).toEqual({
      radio: 'a',
      select: 'b',
      checkbox: ['a', 'b'],
      likert: { a: '1' },
      hidden: 'v',
    });
  });
});

test('W-140 W-141 W-142 W-143 W-144 W-145 required multi-part, checkbox, radio and select say Required; likert and section do not', async () => {
  const types: FieldType[] = ['name', 'checkbox', 'radio', 'select', 'likert', 'section'];
  draw({ fields: types.map((type) => field({ id: type, type, title: type, required: true, options: ['a'] })) });
  await userEvent.type(screen.getByLabelText('First Name'), 'Ada');
  await send();
  expect(screen.getAllByText('Required')).toHaveLength(4);
  await userEvent.type(screen.getByLabelText('Last Name'), 'L');
  expect(screen.getAllByText('Required')).toHaveLength(3);
});

test('W-151 W-152 W-153 W-154 an optional e-mail may be empty, a wrong one is told how', async () => {
  draw({ fields: [field({ id: 'm', type: 'email', title: 'Email' })] });
  await userEvent.type(screen.getByLabelText('Email'), 'abc');
  await send();
  expect(
    screen.getByText('Email Address is not valid. Email addresses should follow the format user@domain.com.'),
  ).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Email'));
  await send();
  expect(screen.getByText('Thank you for writing.')).toBeInTheDocument();
});

test('W-147 over the limit says so', async () => {
  draw({ fields: [text({ maxLength: 3 })] });
  await userEvent.type(screen.getByLabelText('Name'), 'four');
  await send();
  expect(screen.getByText('You have exceeded the character limit.')).toBeInTheDocument();
});

test('W-184 a form whose rendering failed keeps the message that stands in its place', () => {
  openPage([], { forms: [form()] });
  document.body.innerHTML = '<div data-widget="form" data-form-id="contact" data-render-error="1">It failed.</div>';
  expect(read(document.body.firstElementChild as HTMLElement)).toBeNull();
  document.body.innerHTML = '<div data-widget="form" data-form-id="contact"></div>';
  expect(read(document.body.firstElementChild as HTMLElement)).toEqual({ form: form() });
  document.body.replaceChildren();
});

test('mending one field does not carry the typing into the next wrong one', async () => {
  draw({ fields: [text({ required: true }), text({ id: 'f2', title: 'Town', required: true })] });
  await send();
  await userEvent.type(screen.getByLabelText(/^Name/), 'Ada');
  expect(screen.getByLabelText(/^Name/)).toHaveValue('Ada');
  expect(screen.getByLabelText(/^Town/)).toHaveValue('');
});
