/** What somebody who started a stack with --microsoft does next, and what they ought to know. */
export function nextSteps(url: string, hasDemonstration: boolean): string[] {
  return [
    `  The far end is Microsoft itself${hasDemonstration ? '; the demonstration tenants beside it are simulated' : ''}.`,
    `  1. Create the first administrator at ${url}.`,
    `  2. Enter your app registration at ${url}/admin/graph-settings; its redirect URI (web) is ${url}/callback`,
    '  What leaves this machine, and where to: docs/what-leaves.md',
  ];
}
