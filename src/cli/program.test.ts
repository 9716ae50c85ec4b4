// The command line: help with examples, and errors for invalid arguments.
import { CommanderError } from 'commander';
import { describe, expect, test, vi } from 'vitest';
import { createProgram } from './program.ts';

/** Parses arguments that run no command. */
async function parse(words: readonly string[]): Promise<{ code: number; output: string }> {
  let output = '';
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    }),
  );
  try {
    await createProgram().parseAsync(['node', 'quoin', ...words]);
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, output };
    throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  throw new Error('A command ran.');
}

describe('--help has an example', () => {
  test.each([
    [[], '$ quoin start'],
    [['init'], '$ quoin init my-site'],
    [['seed'], '$ quoin seed data'],
    [['start'], '$ quoin start --host 127.0.0.1 --port 8080'],
    [['dev'], '$ quoin dev --host 127.0.0.1 --port 8080'],
    [['check'], '$ quoin check'],
    [['token'], '$ quoin token list'],
    [['token', 'create'], '$ quoin token create --name website --type read-only'],
    [['token', 'list'], '$ quoin token list'],
    [['token', 'regenerate'], '$ quoin token regenerate website'],
    [['token', 'revoke'], '$ quoin token revoke website'],
    [['admin'], '$ quoin admin list'],
    [['admin', 'create'], '$ quoin admin create --email me@example.com --firstname Ada'],
    [['admin', 'list'], '$ quoin admin list'],
    [['admin', 'reset-password'], '$ quoin admin reset-password me@example.com'],
    [['locale'], '$ quoin locale list'],
    [['locale', 'list'], '$ quoin locale list'],
    [['locale', 'create'], '$ quoin locale create pt-BR --default'],
    [['locale', 'default'], '$ quoin locale default fr'],
    [['locale', 'delete'], '$ quoin locale delete fr --yes'],
    ...['list', 'show', 'actions', 'create', 'delete', 'grant', 'revoke'].map(
      (command): [string[], string] => [['role', command], `\n  $ quoin role ${command}`],
    ),
    [['schema', 'prune'], '$ quoin schema prune --yes'],
    [['schema', 'prune'], 'list tables, columns and rows that no schema uses'],
  ])('quoin %j', async (words, example) => {
    const { code, output } = await parse([...words, '--help']);
    expect(code).toBe(0);
    expect(output).toMatch(/\nExamples?:\n/);
    expect(output).toContain(example);
  });
});

describe('invalid arguments exit with code 1 and are named', () => {
  test.each([
    [['serve'], "unknown command 'serve'"],
    [['start', '--prot', '1'], "unknown option '--prot'"],
    [['start', '--port', '70000'], 'Must be a number from 0 to 65535.'],
    [['start', 'folder'], 'too many arguments'],
    ...['0', 'many', '-1', '2.5'].map((count): [string[], string] => [
      ['start', '--workers', count],
      'a number from 1',
    ]),
    [['init', 'a', 'b'], 'too many arguments'],
    [['seed'], "missing required argument 'file-or-folder'"],
    [['token', 'make'], "unknown command 'make'"],
    [['token', 'create'], "required option '--name <name>'"],
    [
      ['token', 'create', '--name', 'x', '--type', 'admin'],
      'Allowed choices are full-access, read-only, custom',
    ],
    [['token', 'create', '--name', 'x', '--lifespan', '0'], 'Must be a number of days from 1 to'],
    [['token', 'regenerate'], "missing required argument 'name-or-id'"],
    [['admin', 'create'], "required option '--email <address>'"],
    [['admin', 'remove'], "unknown command 'remove'"],
    [['locale', 'create'], "missing required argument 'code'"],
    [['role', 'grant', 'public'], "missing required argument 'action'"],
    [['role', 'lst'], "unknown command 'lst'"],
    [['token', 'revoke'], "missing required argument 'name-or-id'"],
  ])('quoin %j', async (words, message) => {
    const { code, output } = await parse(words);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toContain('    at ');
  });
});
