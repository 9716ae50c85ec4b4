import type Koa from 'koa';
import { expect, test } from 'vitest';
import { RequestContext } from './request-context.ts';

function contextOf(url: string): Koa.Context {
  return { url } as unknown as Koa.Context;
}

test('code finds only requests to its own project', async () => {
  const [one, other] = [new RequestContext(), new RequestContext()];
  const ctx = contextOf('/one');
  await one.run(ctx, async () => {
    await Promise.resolve();
    expect(one.get()).toBe(ctx);
    // For example, a project that the request has loaded.
    expect(other.get()).toBeUndefined();
  });
  expect(one.get()).toBeUndefined();
});
