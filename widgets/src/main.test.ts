/** The entry itself: what it does at a page's start. */
test('W-043 the button’s wrapper becomes visible at page start, without any cart request', async () => {
  const asked = jest.fn();
  globalThis.fetch = asked;
  document.body.innerHTML = '<div class="sqs-add-to-cart-button-wrapper"></div>';
  await import('./main.ts');
  expect(document.querySelector('.sqs-add-to-cart-button-wrapper')).toHaveClass('visible');
  expect(asked).not.toHaveBeenCalled();
});
