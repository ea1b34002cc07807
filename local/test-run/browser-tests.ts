/** Of features of the API that have more browser tests than those of the pages of their name: the tags of all. */
export const tagsOfApiFeature: Record<string, readonly string[]> = {
  scans: ['@scans', '@scan-runs', '@interrupted-scans'],
  schedules: ['@scan-runs'],
  tenants: ['@select-tenant', '@overview'],
};

/** What no browser test can tell: unit tests, documents, tools, and the checks, which are pure. */
const untouched = [
  /\.test\.tsx?$/,
  /\/testing\//,
  /\.md$/,
  /^(docs|lab|\.github|\.ci)\//,
  /^local\/(arrows|test-run)\//,
  /^api\/src\/(audit\/checks|conformance|cli)\//,
];

/**
 * The browser tests that a change of these files can touch, as one expression for Playwright's --grep, or none: by the
 * tag of the feature, or the name of the spec. All of them where a file belongs to no feature, or to one without a tag.
 * @param tags those that the specs have
 */
export function browserTestsOf(files: readonly string[], tags: ReadonlySet<string>): [string] | [] | 'all' {
  const found = new Set<string>();
  for (const file of files) {
    if (untouched.some((pattern) => pattern.test(file))) continue;
    const spec = /^e2e\/([\w-]+)\.spec\.ts$/.exec(file)?.[1];
    const [, side, feature = ''] = /^(api|frontend)\/src\/features\/([\w-]+)\//.exec(file) ?? [];
    const own = (side === 'api' ? tagsOfApiFeature[feature] : undefined) ?? [`@${feature}`];
    if (spec !== undefined) found.add(`${spec}\\.spec\\.ts`);
    else if (own.every((tag) => tags.has(tag))) for (const tag of own) found.add(`${tag}(?![\\w-])`);
    else return 'all';
  }
  return found.size === 0 ? [] : [[...found].sort().join('|')];
}

/** Every tag in the texts of specs. */
export function tagsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(/(?<=['`])@[a-z][\w-]*(?=['`])/g) ?? []));
}
