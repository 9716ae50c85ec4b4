// The first administrator of an empty project, with the keyboard only; sign-in and sign-out.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoFaults,
  expectNoSidewaysScroll,
  startEmptyPanel,
  type Panel,
} from './support/panel.ts';

const EMAIL = 'ines@example.com';
const PASSWORD = 'Quoin2026paper';

let panel: Panel;

beforeAll(async () => {
  panel = await startEmptyPanel();
});
afterAll(() => panel[Symbol.asyncDispose]());

test.each([
  ['light', 'en-US', 1440],
  ['dark', 'en-US', 360],
  ['light', 'ar', 360],
] as const)('the registration screen: %s, %s, %i px', async (theme, language, width) => {
  const page = await panel.open('/admin', { theme, language, size: { width, height: 800 } });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe(
    language === 'ar' ? 'rtl' : 'ltr',
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
  await page.context().close();
});

test('registers with three fields and Enter; a second visitor signs in', async () => {
  const page = await panel.open('/admin');
  await page.getByLabel('Name').waitFor();
  for (const text of ['Ines Marlow', EMAIL, PASSWORD]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').waitFor({ state: 'detached' });
  expectNoFaults(page);

  const second = await panel.open('/admin');
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await second.getByLabel('Name').count()).toBe(0);
  await expectAccessible(second);
  await second.getByLabel('Email').fill(EMAIL);
  await second.getByLabel('Password').fill('wrong');
  await second.keyboard.press('Enter');
  await second.getByText('The email or password is incorrect.').waitFor();
  await second.getByLabel('Password').fill(PASSWORD);
  await second.keyboard.press('Enter');
  await second.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
  expectNoFaults(second);
});
