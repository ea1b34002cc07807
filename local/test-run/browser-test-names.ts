/** What is read of Playwright's list as JSON. */
export interface BrowserSuite {
  title: string;
  file: string;
  suites?: BrowserSuite[];
  specs?: { title: string }[];
}

/** The full names of the tests; the outermost suites are files, whose names are left out. */
export function namesOfBrowserTests(files: readonly BrowserSuite[]): string[] {
  const below = (suite: BrowserSuite, above: readonly string[]): string[] => [
    ...(suite.specs ?? []).map(({ title }) => [...above, title].join(' > ')),
    ...(suite.suites ?? []).flatMap((inner) => below(inner, inner.title === '' ? above : [...above, inner.title])),
  ];
  return files.flatMap((file) => below(file, []));
}
