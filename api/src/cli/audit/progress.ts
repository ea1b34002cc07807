import type { GraphWatch } from '../../adapters/graph/graph-connection.ts';
import { type DatasetName, datasetNames, datasets } from '../../audit/facts/datasets.ts';
import { type DatasetResult, failureOfDataset } from '../../audit/facts/facts.ts';
import type { GraphFailure } from '../../ports/graph.ts';
import { printable } from '../command.ts';

/** Where progress goes: standard error, so that standard output holds the result alone. */
type Screen = { write(text: string): unknown; isTTY?: boolean; columns?: number };

const pagesBetweenLines = 25;
const leastWaitToTellMs = 1000;

/** The list of a path, without ids, filters and version: `/v1.0/groups/{id}/members?$top=9` is `groups/members`. */
const listOf = (path: string): string =>
  (path.split('?')[0] ?? '')
    .split('/')
    .filter((part) => part !== '' && part !== 'v1.0' && part !== 'beta' && !/^[0-9a-f-]{36}$/i.test(part))
    .join('/');

const count = (value: number): string => value.toLocaleString('en-US');

const whyWaiting = ({ status, code }: GraphFailure): string =>
  status === 429 ? 'Microsoft Graph asks to slow down' : `Microsoft Graph is in trouble (${status || code})`;

const outcomes = {
  notLicensed: 'no license',
  notPermitted: 'no permission',
  couldNotCheck: 'could not be read',
  notAvailable: 'not available',
  notOffered: 'not offered',
} as const;

function outcomeOf(result: DatasetResult): string {
  const failure = failureOfDataset(result);
  if (failure === undefined) return 'read';
  const said = `${outcomes[failure.reason]}${failure.reason === 'couldNotCheck' ? ` (${failure.status || failure.code})` : ''}`;
  return result.state === 'ok' ? `read in part: ${said}` : said;
}

/**
 * Tells what an audit is doing: on a terminal in one line that is written over, elsewhere in lines. Nothing of a tenant stands
 * in it but counts.
 */
export function createProgress(screen: Screen) {
  const done = new Set<DatasetName>();
  let unavailable = 0;
  let notOffered = 0;
  const lists = new Map<string, { pages: number; items: number }>();
  let isLineOpen = false;

  const line = (text: string): void => {
    screen.write(`${isLineOpen ? '\r\u001b[K' : ''}${printable(text)}\n`);
    isLineOpen = false;
  };
  /** Written over by what comes next; not written at all where there is no terminal. */
  const passing = (text: string): void => {
    if (!screen.isTTY) return;
    screen.write(`\r\u001b[K${printable(text).slice(0, Math.max(20, (screen.columns ?? 80) - 1))}`);
    isLineOpen = true;
  };
  const place = (): string => `${done.size} of ${datasetNames.length - unavailable - notOffered}`;

  const watch: GraphWatch = {
    page(path, items) {
      const list = listOf(path);
      const seen = lists.get(list) ?? { pages: 0, items: 0 };
      seen.pages += 1;
      seen.items += items;
      lists.set(list, seen);
      const text = `  [${place()}] ${list}: page ${count(seen.pages)}, ${count(seen.items)} entries`;
      if (screen.isTTY) passing(text);
      else if (seen.pages % pagesBetweenLines === 0) line(text);
    },
    waiting(path, delayMs, failure) {
      if (delayMs < leastWaitToTellMs) return;
      line(`  ${whyWaiting(failure)}: waiting ${Math.ceil(delayMs / 1000)} s (${listOf(path)})`);
    },
  };
  return {
    line,
    passing,
    watch,
    /** Microsoft's limits, as far as they are counted here, allow the next request only then. */
    limited(ms: number): void {
      if (ms >= leastWaitToTellMs)
        passing(`  [${place()}] waiting ${Math.ceil(ms / 1000)} s: Microsoft limits how often this may be asked`);
    },
    dataset(name: DatasetName, result: DatasetResult): void {
      const failure = failureOfDataset(result);
      // It was said of all of them before anything was asked for.
      if (failure?.reason === 'notOffered') {
        notOffered += 1;
        return;
      }
      // One line for all of them.
      if (failure?.reason === 'notAvailable') {
        if (unavailable === 0) line(`  Exchange, Defender, Purview and Teams: not read. ${failure.message}`);
        unavailable += 1;
        return;
      }
      done.add(name);
      line(`  [${place()}] ${datasets[name].label}: ${outcomeOf(result)}`);
    },
    /** Ends a line that is written over. */
    end(): void {
      if (isLineOpen) screen.write('\r\u001b[K');
      isLineOpen = false;
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;
