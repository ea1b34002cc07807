import type { Browser, BrowserContext } from '@playwright/test';

const mark = 'Policy violated: ';

/** The browser's own words on what it refused. */
const refused = /Content Security Policy|TrustedHTML|TrustedScript/;

async function watch(context: BrowserContext, violations: string[]): Promise<void> {
  context.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(mark) || refused.test(text)) violations.push(`${text} (${message.page()?.url() ?? 'no page'})`);
  });
  await context.addInitScript((prefix) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      console.error(`${prefix}${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
    });
  }, mark);
}

/**
 * What the Content-Security-Policy refused on any page of any context that is opened from now on.
 * @returns the list that grows, and what ends it
 */
export function watchPolicy(browser: Browser): { violations: string[]; stop(): void } {
  const violations: string[] = [];
  const open = browser.newContext;
  browser.newContext = async (options) => {
    const context = await open.call(browser, options);
    await watch(context, violations);
    return context;
  };
  return {
    violations,
    stop: () => {
      browser.newContext = open;
    },
  };
}
