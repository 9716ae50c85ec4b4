// A shell for one test; its commands share folder and variables.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** A running `sh`. */
export interface Shell {
  /** Runs lines. @returns their output, including stderr @throws if the last one fails */
  run(lines: string): Promise<string>;
}

/** Opens a shell in a folder, with only these variables. */
export function openShell(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Shell {
  const child = spawn('sh', [], { cwd: folder, env, stdio: 'pipe' });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.stdin.end();
    await once(child, 'exit');
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const END = /--- exited with (\d+) ---\n$/;
  return {
    run: async (lines) => {
      printed = '';
      child.stdin.write(`{ ${lines.trimEnd()}\n} 2>&1\necho "--- exited with $? ---"\n`);
      while (!END.test(printed)) await once(child.stdout, 'data');
      const code = END.exec(printed)?.[1];
      const output = printed.replace(END, '');
      if (code !== '0') throw new Error(`${lines}\nexited with ${code}: ${output}`);
      return output;
    },
  };
}
