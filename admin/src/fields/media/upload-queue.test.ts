import { expect, test } from 'vitest';
import { UploadQueue, type SendFile } from './upload-queue.ts';

interface Sent {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
  readonly resolve: (result: string) => void;
  readonly reject: (error: Error) => void;
}

/** A queue with a server that responds on the test's command. */
function start(): {
  readonly queue: UploadQueue<string>;
  readonly sent: Sent[];
  readonly done: string[];
  readonly send: SendFile<string>;
} {
  const sent: Sent[] = [];
  const done: string[] = [];
  const send: SendFile<string> = ({ name }, sending) =>
    new Promise((resolve, reject) => sent.push({ name, ...sending, resolve, reject }));
  return { queue: new UploadQueue((result) => done.push(result)), sent, done, send };
}

const FILES = ['a', 'b', 'c', 'd'].map((name) => new File(['x'], name));
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('uploads three files at a time, with progress', async () => {
  const { queue, sent, done, send } = start();
  queue.add(FILES, send);
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  sent[1]?.onProgress(0.5);
  expect(queue.get().map(({ state, progress }) => [state, progress])).toEqual([
    ['sending', 0],
    ['sending', 0.5],
    ['sending', 0],
    ['waiting', 0],
  ]);
  sent[0]?.resolve('A');
  await settled();
  expect(done).toEqual(['A']);
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  queue.clear();
  expect(queue.get().map(({ file }) => file.name)).toEqual(['b', 'c', 'd']);
});

test('keeps a failed upload with its reason, and retries it', async () => {
  const { queue, sent, done, send } = start();
  queue.add(FILES.slice(0, 1), send);
  sent[0]?.reject(new Error('too large'));
  await settled();
  expect(queue.get()[0]).toMatchObject({ state: 'failed', reason: 'too large' });
  queue.again(queue.get()[0]?.key ?? 0);
  sent[1]?.resolve('A');
  await settled();
  expect(queue.get()[0]).toMatchObject({ state: 'done', reason: '' });
  expect(done).toEqual(['A']);
});

test('cancels a removed upload, and starts the next one', async () => {
  const { queue, sent, done, send } = start();
  queue.add(FILES, send);
  queue.drop(queue.get()[0]?.key ?? 0);
  expect(sent[0]?.signal.aborted).toBe(true);
  sent[0]?.reject(new Error('aborted'));
  await settled();
  expect(queue.get().map(({ file, state }) => [file.name, state])).toEqual([
    ['b', 'sending'],
    ['c', 'sending'],
    ['d', 'sending'],
  ]);
  expect(done).toEqual([]);
});

test('does not upload a rejected file', () => {
  const { queue, sent, send } = start();
  queue.add(FILES.slice(0, 2), send, ({ name }) => (name === 'a' ? 'no picture' : ''));
  expect(sent.map(({ name }) => name)).toEqual(['b']);
  expect(queue.get()[0]).toMatchObject({ state: 'failed', reason: 'no picture' });
});
