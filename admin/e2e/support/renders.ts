// Counts what React renders, with the hook that its developer tools use.
import type { Page } from 'playwright-core';

/** A fiber, as far as the count needs it. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** Loads a page again, counting from then on. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    /** Functions, those with a ref, and memorized ones. */
    const components = [0, 11, 14, 15];
    const rendered = 1;
    let subtrees = 0;
    // Components that rendered, below components that did not.
    const count = (fiber: Fiber, isInside: boolean): void => {
      const before = fiber.alternate;
      const isRendered =
        before !== null && components.includes(fiber.tag) && (fiber.flags & rendered) !== 0;
      if (isRendered && !isInside) subtrees += 1;
      if (before !== null && fiber.child === before.child) return;
      for (let child = fiber.child; child; child = child.sibling)
        count(child, isInside || isRendered);
    };
    Object.assign(globalThis, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        checkDCE: () => undefined,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) =>
          count(root.current, false),
      },
      renders: {
        reset: () => (subtrees = 0),
        count: () => subtrees,
      },
    });
  });
  await page.reload();
}

/** Returns how many parts of the page are rendered while something is done. */
export async function rendersOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => (globalThis as unknown as Renders).renders.reset());
  await act();
  return page.evaluate(() => (globalThis as unknown as Renders).renders.count());
}

interface Renders {
  readonly renders: { reset(): void; count(): number };
}
