// Finds an installed Chrome or Chromium for the tests in a browser, or gets one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The headless shell is the same browser without its windows, and takes two thirds of the CPU time. */
const NAMES = [
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
];

const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Sets `BROWSER_PATH`, which names the program. */
export function setup() {
  process.env['BROWSER_PATH'] ??= findBrowser() ?? installBrowser();
}

/** Starts the browser, for programs. */
export function launchBrowser() {
  setup();
  const executablePath = process.env['BROWSER_PATH'] ?? '';
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** @returns {string | undefined} */
function findBrowser() {
  const found = NAMES.map((name) =>
    spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim(),
  );
  return [...found, ...PLACES, chromium.executablePath()].find((each) => each && existsSync(each));
}

/** As root by the package manager of the system, otherwise by playwright. */
function installBrowser() {
  console.log('› Installing Chromium for the tests of the admin interface, once.');
  if (process.getuid?.() === 0 && spawnSync('which', ['apt-get']).status === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const install = (/** @type {string} */ name) =>
      spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'inherit' });
    if (install('chromium-headless-shell').status !== 0) install('chromium');
  } else {
    const cli = new URL(import.meta.resolve('playwright-core/package.json')).pathname.replace(
      'package.json',
      'cli.js',
    );
    spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], { stdio: 'inherit' });
  }
  const browser = findBrowser();
  if (browser === undefined) {
    throw new Error('Install Chrome or Chromium, or set BROWSER_PATH to the program.');
  }
  return browser;
}
