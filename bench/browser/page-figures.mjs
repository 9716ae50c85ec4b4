// Figures of pages in a browser: requests, bytes, time until something is there, and typing.
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {Awaited<ReturnType<Awaited<ReturnType<typeof import('../../admin/e2e/support/find-browser.mjs').launchBrowser>>['newPage']>>} Page */

/** Requests, kilobytes over the network, and milliseconds. @typedef {{ requests: number, kilobytes: number, time: number }} Load */

/** Milliseconds from a key to the painted letter, and how many tasks took over 50 ms. @typedef {{ median: number, p95: number, long: number }} Typing */

const KEYS = 25;

/** Between two keys, and before the first, in milliseconds. */
const INTERVAL = 120;
const REST = 1500;

/** Runs in the page: notes the time from each key to a message that is posted in the next animation frame. */
const LISTEN = `{
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
 * Loads a page and waits until an element is there.
 * @param {Page} page
 * @param {{ url: string, ready: string, cold: boolean }} wanted `cold`: without files from the cache
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
  const begin = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(ready).first().waitFor();
  const time = performance.now() - begin;
  await sleep(REST);
  await session.detach();
  return { requests, kilobytes: bytes / 1000, time };
}

/**
 * Types letters into the element with the focus.
 * @param {Page} page
 * @returns {Promise<Typing>}
 */
export async function type(page) {
  await sleep(REST);
  await page.evaluate(LISTEN);
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('a');
    await sleep(INTERVAL);
  }
  /** @type {{ keys: number[], long: number }} */
  const { keys, long } = await page.evaluate('figures');
  keys.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => keys[Math.floor(keys.length * share)] ?? NaN;
  return { median: at(0.5), p95: at(0.95), long };
}
