(() => {
  // Runs before the page is drawn, so a bar that somebody closed moves nothing.
  const bar = document.currentScript.parentElement;
  const close = bar.querySelector('.sqs-announcement-bar-close');
  const { announcement } = bar.dataset;
  try {
    if (localStorage.getItem('loggia-announcement') === announcement) return bar.remove();
  } catch {}
  close.hidden = false;
  close.addEventListener('click', () => {
    try {
      localStorage.setItem('loggia-announcement', announcement);
    } catch {}
    bar.remove();
  });
})();
