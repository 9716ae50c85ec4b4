// Reports project code that delays the start, such as an endless loop in `bootstrap`. The code blocks this thread, so
// another thread watches it, and finds the current line with the inspector of Node.
import { sep } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What a thread runs: it waits for messages, and prints one line if the next one is late. */
const WATCH = `
const { Session } = require('node:inspector');
const { writeSync } = require('node:fs');
const { parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads');
const { messages, timeout, folder } = workerData;

function watch(label) {
  for (;;) {
    const count = Atomics.load(messages, 0);
    for (let next; (next = receiveMessageOnPort(parentPort)) !== undefined; ) {
      if (next.message === undefined) return;
      label = next.message;
    }
    if (Atomics.wait(messages, 0, count, label === '' ? Infinity : timeout) === 'timed-out') return report(label);
  }
}

function report(label) {
  const session = new Session();
  const files = new Map();
  let timer;
  const end = (location) => {
    clearTimeout(timer);
    session.disconnect();
    const where = location === undefined ? '' : ' It runs ' + location + '.';
    const time = new Date().toISOString();
    writeSync(2, '[' + time + '] warn: ' + label + ' has not ended after ' + timeout / 1000 + ' s.' + where + ' The start continues when it ends.\\n');
    watch('');
  };
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url.replace('file://', '')));
  session.on('Debugger.paused', ({ params }) => {
    const frame = params.callFrames.find(({ location }) => isOwn(files.get(location.scriptId) ?? ''));
    session.post('Debugger.resume');
    if (frame === undefined) return end();
    const { scriptId, lineNumber, columnNumber } = frame.location;
    end(files.get(scriptId).slice(folder.length) + ':' + (lineNumber + 1) + ':' + (columnNumber + 1));
  });
  timer = setTimeout(end, 10_000);
  session.post('Debugger.enable', () => {
    // Code that waits runs no line in which it could be paused.
    clearTimeout(timer);
    timer = setTimeout(end, 5000);
    session.post('Debugger.pause');
  });
}

function isOwn(file) {
  return file.startsWith(folder) && !/[/\\\\]node_modules[/\\\\]/.test(file.slice(folder.length - 1));
}

watch('');
`;

/** Watches project code that runs while the server starts. */
export class SlowStart {
  readonly #messages = new Int32Array(new SharedArrayBuffer(4));
  readonly #thread: Worker;

  /** @param root Folder of the project @param timeout How long code may run until it is reported, in milliseconds */
  constructor(root: string, timeout: number) {
    const workerData = { messages: this.#messages, timeout, folder: root + sep };
    this.#thread = new Worker(WATCH, { eval: true, workerData, execArgv: [] });
    this.#thread.unref();
  }

  /** Code starts to run. */
  begin(label: string): void {
    this.#send(label);
  }

  /** The code has ended. */
  end(): void {
    this.#send('');
  }

  /** Ends the thread. */
  close(): void {
    this.#send(undefined);
  }

  #send(label: string | undefined): void {
    this.#thread.postMessage(label);
    Atomics.add(this.#messages, 0, 1);
    Atomics.notify(this.#messages, 0);
  }
}
