// A shell for one test; its commands share folder and variables.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** A running `sh`. */
export interface Shell {
  /** Runs lines and gives what they print, errors included. @throws where the last of them fails */
  run(lines: string): Promise<string>;
}

/** Begins in a folder, with these variables and no others. */
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
  const END = /--- ended with (\d+) ---\n$/;
  return {
    run: async (lines) => {
      printed = '';
      child.stdin.write(`{ ${lines.trimEnd()}\n} 2>&1\necho "--- ended with $? ---"\n`);
      while (!END.test(printed)) await once(child.stdout, 'data');
      const code = END.exec(printed)?.[1];
      const said = printed.replace(END, '');
      if (code !== '0') throw new Error(`${lines}\nended with ${code}: ${said}`);
      return said;
    },
  };
}
