// Prints one line per comparison after the tests of a file.
import { expect } from 'vitest';
import { compared, type Compared, type CompareOptions } from './comparison.ts';
import type { Replies } from './sites.ts';

/** Comparisons in the tests of one file. */
export class Results {
  readonly #lines: string[] = [];

  /** Compares the responses of two servers to the same requests. @throws AssertionError with those that differ */
  expectSame(
    [database, step]: readonly [database: string, step: string],
    [one, other]: readonly [Replies, Replies],
    options: CompareOptions = {},
  ): void {
    const all = [...one].map(([request, response]) =>
      compared(request, [response, other.get(request)], options),
    );
    this.#lines.push(...all.map((each) => lineOf(database, step, each)));
    expect(all.filter(({ same }) => !same)).toEqual([]);
  }

  print(): void {
    process.stdout.write(`\n${this.#lines.join('\n')}\n`);
  }
}

function lineOf(database: string, step: string, { request, same }: Compared): string {
  const columns = [database.padEnd(24), step.padEnd(36), same ? 'same     ' : 'DIFFERENT', request];
  return columns.join('  ');
}
