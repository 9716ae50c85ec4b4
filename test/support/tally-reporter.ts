// In charge of the last line of a test run: `N passed, N failed`, alone, for whoever reads it by machine.
// A file that cannot be loaded and an error outside of any test count as one failure each.
import type { Reporter, TestModule } from 'vitest/node';

/** The vitest reporter that prints the tally. */
export class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => {
      const tests = [...module.children.allTests()].map((test) => test.result().state);
      const broken = module.state() === 'failed' && !tests.includes('failed');
      return broken ? [...tests, 'failed'] : tests;
    });
    const count = (state: string): number => states.filter((each) => each === state).length;
    process.stdout.write(`${count('passed')} passed, ${count('failed') + errors.length} failed\n`);
  }
}

// vitest loads a reporter that is named by its path from the default export.
// oxlint-disable-next-line import/no-default-export
export default TallyReporter;
