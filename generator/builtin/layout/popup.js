(() => {
  const popup = document.currentScript.previousElementSibling;
  const { version, after, again } = popup.dataset;
  const DAY = 86_400_000;
  // Whoever edits the site sees it in a frame.
  if (self !== top || !popup.showModal) return;
  let closed;
  try {
    closed = JSON.parse(localStorage.getItem('loggia-popup'));
  } catch {}
  if (closed?.[0] === version && Date.now() - closed[1] < again * DAY) return;
  const keep = () => {
    try {
      localStorage.setItem('loggia-popup', JSON.stringify([version, Date.now()]));
    } catch {}
  };
  // Never over another window, the question about cookies, or what somebody writes.
  const isBusy = () =>
    document.hidden ||
    document.querySelector('dialog[open],[aria-modal="true"]') ||
    document.activeElement?.matches('input,textarea,select,[contenteditable]') ||
    (document.querySelector('#loggia-consent') && !document.cookie.includes('loggia-consent='));
  popup.addEventListener('close', keep);
  popup.addEventListener('click', ({ target }) => {
    if (target === popup) popup.close();
    if (target.closest('a')) keep();
  });
  const open = () => (isBusy() ? setTimeout(open, 1000) : popup.showModal());
  setTimeout(open, after * 1000);
})();
