import { expect, test } from 'vitest';
import { createProgress, type Screen } from './progress.ts';

function recorded(isTTY: boolean): { readonly screen: Screen; readonly written: string[] } {
  const written: string[] = [];
  return { written, screen: { isTTY, write: (text) => written.push(text) } };
}

test('prints a line per completed stage without a terminal', () => {
  const { screen, written } = recorded(false);
  const progress = createProgress(screen);
  progress.begin('Files', 0);
  progress.begin('Documents', 2);
  progress.step();
  expect(written).toEqual([]);
  progress.step();
  progress.begin('Relations', 1);
  progress.stop();
  expect(written).toEqual(['Documents: 2\n']);
});

test('redraws a progress bar on a terminal', () => {
  const { screen, written } = recorded(true);
  const progress = createProgress(screen);
  progress.begin('Files', 0);
  progress.begin('Documents', 3);
  for (let i = 0; i < 3; i += 1) progress.step();
  progress.begin('Relations', 4);
  progress.step();
  progress.stop();
  progress.stop();
  const lines = written.join('').split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]?.startsWith(`\rDocuments  ${'░'.repeat(30)} 0/3`)).toBe(true);
  expect(lines[0]?.endsWith(`\rDocuments  ${'█'.repeat(30)} 3/3`)).toBe(true);
  expect(lines[1]?.endsWith(`\rRelations  ${'█'.repeat(8)}${'░'.repeat(22)} 1/4`)).toBe(true);
  expect(lines[2]).toBe('');
});

test('counts several steps at once, and stops at the total', () => {
  const { screen, written } = recorded(false);
  const progress = createProgress(screen);
  progress.begin('Bytes', 1000);
  progress.step(400);
  expect(written).toEqual([]);
  progress.step(700);
  progress.step(5);
  expect(written).toEqual(['Bytes: 1000\n']);
});
