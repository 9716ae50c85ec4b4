// Measures pages in a browser: requests, bytes, load time and typing latency.
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {Awaited<ReturnType<Awaited<ReturnType<typeof import('../../admin/e2e/support/find-browser.mjs').launchBrowser>>['newPage']>>} Page */

/** Number of requests, kilobytes over the network, and load time in milliseconds. @typedef {{ requests: number, kilobytes: number, time: number }} Load */

/** Milliseconds from a key press to the paint, and the number of tasks over 50 ms. @typedef {{ median: number, p95: number, long: number }} Typing */

const KEYS = 25;

/** Pause between two keys, and before the first, in milliseconds. */
const KEY_INTERVAL = 120;
const SETTLE_TIME = 1500;

/** Runs in the page: measures the time from each key to a message that is posted in the next animation frame. */
const KEY_LISTENER = `{
  globalThis.figures = { keys: [], long: 0 };
  const channel = new MessageChannel();
  const waiting = [];
  channel.port1.onmessage = () => figures.keys.push(performance.now() - waiting.shift());
  addEventListener('keydown', () => {
    waiting.push(performance.now());
    requestAnimationFrame(() => channel.port2.postMessage(null));
  }, { capture: true });
  new PerformanceObserver((list) => (figures.long += list.getEntries().length)).observe({ type: 'longtask' });
}`;

/**
 * Loads a page and waits for an element.
 * @param {Page} page
 * @param {{ url: string, ready: string, cold: boolean }} options `cold`: with an empty cache
 * @returns {Promise<Load>}
 */
export async function load(page, { url, ready, cold }) {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (cold) await session.send('Network.clearBrowserCache');
  let requests = 0;
  let bytes = 0;
  /** @type {Set<string>} */
  const cached = new Set();
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId) || encodedDataLength === 0) return;
    requests += 1;
    bytes += encodedDataLength;
  });
  const start = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(ready).first().waitFor();
  const time = performance.now() - start;
  await sleep(SETTLE_TIME);
  await session.detach();
  return { requests, kilobytes: bytes / 1000, time };
}

/**
 * Types letters into the focused element.
 * @param {Page} page
 * @returns {Promise<Typing>}
 */
export async function type(page) {
  await sleep(SETTLE_TIME);
  await page.evaluate(KEY_LISTENER);
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('a');
    await sleep(KEY_INTERVAL);
  }
  /** @type {{ keys: number[], long: number }} */
  const { keys, long } = await page.evaluate('figures');
  keys.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => keys[Math.floor(keys.length * share)] ?? NaN;
  return { median: at(0.5), p95: at(0.95), long };
}
