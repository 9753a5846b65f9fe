import './dom-stubs.ts';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { toHaveNoViolations } from 'jest-axe';
import { server } from '../../mock-api/server.ts';

expect.extend(toHaveNoViolations);
configure({ asyncUtilTimeout: 10_000 });

// A React warning is a failing test (adobe/react-spectrum scripts/setupTests.js does the same).
for (const level of ['error', 'warn'] as const) {
  const original = console[level].bind(console);
  console[level] = (message?: unknown, ...rest: unknown[]) => {
    original(message, ...rest);
    throw message instanceof Error ? message : new Error(String(message));
  };
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
