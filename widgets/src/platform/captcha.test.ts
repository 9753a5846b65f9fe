import { captchaSize, homeOf, renderCaptcha } from './captcha.ts';

test('W-016 N-103 a captcha is compact below 320 px', () => {
  expect(captchaSize(319)).toBe('compact');
  expect(captchaSize(320)).toBe('normal');
});

test('W-015 W-017 the captcha script is asked for once, only when a captcha is drawn, with its theme and size', async () => {
  const scripts = () => document.querySelectorAll('script[src*="turnstile"]');
  expect(scripts()).toHaveLength(0);
  const render = jest.fn(() => 'w1');
  const remove = jest.fn();
  const options = { siteKey: '0xKEY', theme: 'dark' as const, size: 'normal' as const, onToken: jest.fn() };
  const first = renderCaptcha(document.createElement('div'), options);
  const second = renderCaptcha(document.createElement('div'), options);
  expect(scripts()).toHaveLength(1);
  Object.assign(window, { turnstile: { render, reset: jest.fn(), remove } });
  scripts()[0]?.dispatchEvent(new Event('load'));
  (await first).destroy();
  await second;
  expect(render).toHaveBeenCalledTimes(2);
  expect(render).toHaveBeenCalledWith(
    expect.any(HTMLElement),
    expect.objectContaining({ sitekey: '0xKEY', theme: 'dark', size: 'normal' }),
  );
  expect(remove).toHaveBeenCalledWith('w1');
  expect(homeOf('6Lxyz')?.global).toBe('grecaptcha');
});
