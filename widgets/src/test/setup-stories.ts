import { setProjectAnnotations } from '@storybook/react';
import { server } from '../../mock-api/server.ts';

// Stories take `msw` from their context: in the browser it is the worker, under Jest the node server.
setProjectAnnotations([
  {
    loaders: [
      (context) => {
        Object.assign(context, { msw: server });
      },
    ],
  },
]);
