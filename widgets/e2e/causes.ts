import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Lines of each fault that are said again. */
const LINES = 30;

/** Says each fault once more after the summary, without traces: a log that shows only its end still has the cause in it. */
export default class Causes implements Reporter {
  private readonly causes: string[] = [];

  printsToStdio(): boolean {
    // The list beside it prints the tests.
    return false;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) return;
    const said = result.errors.flatMap(({ message }) => message ?? []).join('\n') || result.status;
    const lines = stripVTControlCharacters(said).split('\n').slice(0, LINES);
    this.causes.push([`${test.location.file}:${test.location.line} ${test.title}`, ...lines].join('\n    '));
  }

  onEnd(): void {
    if (this.causes.length) process.stdout.write(`\n${this.causes.join('\n')}\n`);
  }
}
