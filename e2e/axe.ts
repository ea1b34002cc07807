import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

// The version that @axe-core/playwright brings. It is asked in the page itself: that package carries over all that is in order,
// too, which takes three times as long as to look.
const fromPackage = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(fromPackage.resolve('axe-core/axe.min.js'), 'utf8');

type Context = { include?: string[]; exclude?: string[] };
type Asked = { resultTypes: string[]; runOnly?: { type: 'rule'; values: readonly string[] } };
type Axe = {
  run(
    context: Document | Context,
    options: Asked,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
};
declare global {
  interface Window {
    axe?: Axe;
  }
}

/** Those that hang on colors, and so on the theme, where all else stays as it was. */
const colorRules = ['color-contrast', 'link-in-text-block'] as const;

/**
 * What axe finds on a page as it stands.
 * @param within a part of it, where the others were looked at before
 * @param without what is left out in it
 */
export async function violations(page: Page, within?: string, without?: string): Promise<string[]> {
  await untilStill(page);
  return found(page, { ...(within && { include: [within] }), ...(without && { exclude: [without] }) });
}

/** What a page is made of, whatever it looks like. Its head is not: a theme is put behind what was loaded since. */
const markup = (page: Page): Promise<string> =>
  page.evaluate(() => document.body.outerHTML.replace(/ (class|style)="[^"]*"/g, ''));

/**
 * What axe finds on a page as it stands, in each theme. In the second it asks for colors alone, unless the page is made of
 * something else there.
 */
export async function violationsByTheme(page: Page): Promise<Record<'light' | 'dark', string[]>> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  const before = await markup(page);
  // The page follows the system's choice where it stands.
  await page.emulateMedia({ colorScheme: 'dark' });
  await untilStill(page);
  const isSame = (await markup(page)) === before;
  return { light, dark: await found(page, {}, isSame ? colorRules : undefined) };
}

async function untilStill(page: Page): Promise<void> {
  // What fades is neither in the color before nor in the one after, and what is mounted begins to fade a frame later;
  // what spins for ever is not waited for.
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const moving = () =>
      document.getAnimations().filter(({ playState, effect }) => {
        // The browser holds up those of what is not drawn, for as long as it is not, and axe does not see it either.
        const isDrawn = effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
        return isDrawn && playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime);
      });
    for (let stillFrames = 0; stillFrames < 2; ) {
      const animations = moving();
      await Promise.all(animations.map((animation) => animation.finished.catch(() => undefined)));
      await nextFrame();
      stillFrames = animations.length === 0 ? stillFrames + 1 : 0;
    }
  });
}

async function found(page: Page, context: Context, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource);
  const options: Asked = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  return page.evaluate(
    async ([where, asked]) => {
      if (window.axe === undefined) throw new Error('axe was not loaded');
      const { violations } = await window.axe.run(Object.keys(where).length === 0 ? document : where, asked);
      return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    [context, options] as const,
  );
}
