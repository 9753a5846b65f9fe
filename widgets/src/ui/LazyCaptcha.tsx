import { type ComponentProps, lazy, Suspense } from 'react';
import type { Captcha as Drawn } from './Captcha.tsx';

const Loaded = lazy(() => import('./Captcha.tsx').then(({ Captcha }) => ({ default: Captcha })));

/** A captcha comes with the forms that ask for one, and weighs nothing in those that do not. */
export const Captcha = (props: ComponentProps<typeof Drawn>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
