import { startConsent } from './consent/start.ts';

// Asks before others learn of a visit, on pages that would load something of theirs. No React, no widget's code.
startConsent();
