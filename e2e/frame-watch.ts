import type { BrowserContext, Page } from '@playwright/test';
import { demonstration } from './signed-in-test.ts';

/** By which the data of a tenant is known wherever it stands. */
export type Marked = { id: string; markers: readonly string[] };

/** Put behind every sentence of a tenant's answers (slow-answers.ts). */
export const canaryOf = (id: string) => `⟦${id.slice(0, 4)}⟧`;

const marked = ({ id, name }: { id: string; name: string }, domain: string): Marked => ({
  id,
  markers: [id, name, domain, canaryOf(id)],
});
export const weak = marked(demonstration.weak, 'brackenfreight');
export const good = marked(demonstration.good, 'alderwickclinic');

declare global {
  interface Window {
    /** Told of whatever stood on a frame where it must not. */
    tellFrame(found: string): void;
    /** What no frame may show, whatever the address is. */
    neverShown?: readonly string[];
    /** Since the last load, where something must not be shown. */
    framesLookedAt?: number;
  }
}

/**
 * Looks at text and attributes, values of fields and the title of every changed frame that a page of this context paints.
 * A frame belongs to the tenant that its header names; nothing of another one may be on it. The address is ahead of
 * the page for as long as the router draws the next one: until then the frame has to be the former tenant's as a whole.
 * @returns what was found, as it comes
 */
export async function watchFrames(context: BrowserContext, tenants: readonly Marked[]): Promise<string[]> {
  const found: string[] = [];
  await context.exposeFunction('tellFrame', (text: string) => found.push(text));
  await context.addInitScript((watched) => {
    // Lists to choose a tenant from name all of them.
    const choices = '[role="menu"], [role="listbox"], option';
    const forbidden = () => {
      const header = document.querySelector('[aria-label^="Tenant: "]')?.getAttribute('aria-label');
      const isNamed = ({ markers }: Marked) => markers.some((marker) => header === `Tenant: ${marker}`);
      const foreign = watched.some(isNamed) ? watched.filter((tenant) => !isNamed(tenant)) : [];
      return [...foreign.flatMap(({ markers }) => markers), ...(window.neverShown ?? [])];
    };
    const texts = (element: Element) => [
      ...[...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
      ...[...element.attributes].map(({ name, value }) => `${name}="${value}"`),
      'value' in element ? String(element.value) : '',
    ];
    function look(): void {
      const never = forbidden();
      if (never.length === 0) return;
      window.framesLookedAt = (window.framesLookedAt ?? 0) + 1;
      const values = [...document.querySelectorAll('input, textarea')].map(
        (field) => (field as HTMLInputElement).value,
      );
      const all = [document.documentElement.outerHTML, ...values].join('\n');
      if (!never.some((marker) => all.includes(marker))) return;
      for (const element of document.querySelectorAll('*')) {
        if (element.closest(choices) !== null) continue;
        const hit = texts(element).find((text) => never.some((marker) => text.includes(marker)));
        if (hit !== undefined) {
          const place = `${element.tagName.toLowerCase()} in ${element.parentElement?.className.slice(0, 20) ?? ''}`;
          window.tellFrame(`${location.pathname}${location.search}: ${hit.slice(0, 200)} (${place})`);
          return;
        }
      }
    }
    let isChanged = true;
    new MutationObserver(() => {
      isChanged = true;
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    // What the browser kept whole is a frame again without having changed.
    addEventListener('pageshow', () => {
      isChanged = true;
    });
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      if (!isChanged) return;
      isChanged = false;
      look();
    };
    // The message comes after the frame is painted, with what it shows.
    const everyFrame = () => {
      painted.port2.postMessage(null);
      requestAnimationFrame(everyFrame);
    };
    requestAnimationFrame(everyFrame);
  }, tenants as Marked[]);
  return found;
}

/** From now on until the next load, no frame may show anything of these. */
export async function neverShow(page: Page, tenants: readonly Marked[]): Promise<void> {
  await page.evaluate(
    (markers) => {
      window.neverShown = markers;
    },
    tenants.flatMap(({ markers }) => markers),
  );
}
