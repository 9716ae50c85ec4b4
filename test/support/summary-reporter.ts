// Reports the totals of a test run: `N passed, N failed` as its last line, and the failures as JSON in the file that
// `TEST_REPORT` names, which is up to date even if the run is interrupted.
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The report of a run, which `scripts/parts.mjs` reads. */
interface Report {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

interface Failure {
  readonly name: string;
  readonly message: string;
}

/** Vitest reporter that prints the numbers of passed and failed tests. */
export class SummaryReporter implements Reporter {
  readonly #file = process.env['TEST_REPORT'];
  readonly #failures: Failure[] = [];
  readonly #ended = new Set<TestModule>();
  #passed = 0;

  onTestModuleEnd(module: TestModule): void {
    this.#add(module);
    this.#write();
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const module of modules) if (!this.#ended.has(module)) this.#add(module);
    for (const error of errors) {
      this.#failures.push({ name: 'an error outside of the tests', message: messageOf(error) });
    }
    this.#write();
    process.stdout.write(`${this.#passed} passed, ${this.#failures.length} failed\n`);
  }

  #add(module: TestModule): void {
    this.#ended.add(module);
    const tests = [...module.children.allTests()];
    this.#passed += tests.filter((each) => each.result().state === 'passed').length;
    this.#failures.push(...failuresOf(module));
  }

  #write(): void {
    const report: Report = { passed: this.#passed, failures: this.#failures };
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(report));
  }
}

/** Failed tests; hooks and files that failed count as one each, and so does a file that did not end. */
function failuresOf(module: TestModule): readonly Failure[] {
  const file = `${module.project.name} › ${module.relativeModuleId}`;
  const tests = [...module.children.allTests()].map((test) => ({
    name: `${file} › ${test.fullName.replaceAll(' > ', ' › ')}`,
    errors: test.result().errors ?? [],
  }));
  const suites = [...module.children.allSuites()].map((suite) => ({
    name: `${file} › ${suite.fullName.replaceAll(' > ', ' › ')}`,
    errors: suite.errors(),
  }));
  const all = [{ name: file, errors: module.errors() }, ...suites, ...tests];
  const failures = all
    .filter(({ errors }) => errors.length > 0)
    .map(({ name, errors }) => ({ name, message: errors.map(messageOf).join('\n') }));
  if (failures.length > 0 || ['passed', 'skipped'].includes(module.state())) return failures;
  return [{ name: file, message: `The file ended as "${module.state()}".` }];
}

function messageOf({ message, diff, stack = '' }: SerializedError): string {
  const place = stack.split('\n').find((line) => /^\s+at .*\.test\.ts/.test(line));
  return [message, diff, place].filter(Boolean).join('\n');
}

// vitest loads a reporter that is named by its path from the default export.
// oxlint-disable-next-line import/no-default-export
export default SummaryReporter;
