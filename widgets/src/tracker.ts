import { trackedPage } from './tracking/page.ts';
import { startTracker } from './tracking/start.ts';

// Counts visits and reports errors, on pages of sites whose owner asks for it. No React, no widget's code.
const begin = () => startTracker(trackedPage());

// A page that is drawn ahead of time is not seen yet.
if ((document as { prerendering?: boolean }).prerendering)
  document.addEventListener('prerenderingchange', begin, { once: true });
else begin();
