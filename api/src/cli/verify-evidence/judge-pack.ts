import { controlStatusLabels } from '@tenantry/contract/labels';
import type { Verdict } from '@tenantry/contract/verdicts';
import { isObject, type JsonObject, textAt, valueAt } from '../../audit/facts/json-reader.ts';
import { frameworkResults } from '../../audit/findings/frameworks/framework-results.ts';
import { frameworkOf } from '../../audit/findings/frameworks/frameworks.ts';
import { catalogueVersion } from '../../domain/evidence/catalogue-version.ts';
import { judgeSnapshot, verdictDifferences } from '../../domain/evidence/judge-snapshot.ts';
import { packFiles } from '../../domain/evidence/manifest.ts';
import type { OpenedPack } from '../../domain/evidence/open-pack.ts';
import { toolOf } from '../audit/tool.ts';
import { messageOf } from '../command.ts';
import { shownValue } from './shown-value.ts';

/** What judging the snapshot of a pack again gives, beside what the pack tells. */
export type JudgedPack = {
  /** How many verdicts were held against each other. */
  verdicts: number;
  controls: number;
  differences: string[];
  /** In what this tool is another one than that which judged; none where it is the same. */
  otherTool: string[];
  /** Why it could not be judged again; null where it was. */
  notJudgedBecause: string | null;
};

/** In what the tool that runs here is another one: then other verdicts are no sign of tampering. */
function otherTool({ manifest: { tool, catalogue } }: OpenedPack): string[] {
  const own = toolOf();
  const differs: string[] = [];
  if (catalogue.sha256 !== catalogueVersion().sha256) differs.push('the catalog of checks and controls is another one');
  if (tool.version !== 'unbuilt' && tool.version !== own.version)
    differs.push(`version ${shownValue(tool.version)}, and this is ${own.version}`);
  if (tool.commit !== null && own.commit !== null && tool.commit !== own.commit)
    differs.push(`commit ${shownValue(tool.commit)}, and this is ${own.commit}`);
  return differs;
}

const jsonIn = ({ files }: OpenedPack, name: string): unknown =>
  JSON.parse(files.get(name)?.toString('utf8') ?? 'null');

function controlDifferences({ manifest }: OpenedPack, told: unknown, verdicts: readonly Verdict[]): string[] {
  const { controls } = frameworkResults(frameworkOf(manifest.framework.id), verdicts);
  const again = new Map<string, string>(
    controls.map(({ control, status }) => [control.id, controlStatusLabels[status]]),
  );
  const list = valueAt(told, 'controls');
  const found = Array.isArray(list) ? list : [];
  const differences = found.flatMap((control) => {
    const [id, status] = [textAt(control, 'id') ?? '', textAt(control, 'status')];
    const other = again.get(id);
    again.delete(id);
    return other === status
      ? []
      : [`Control ${id}: told as ${status}, judged again as ${other ?? 'no control of this framework'}`];
  });
  return [...differences, ...[...again.keys()].map((id) => `Control ${id}: it is not in the pack`)];
}

/** Judges the snapshot again and holds it against the verdicts and controls that the pack tells. Never throws for what is in the pack. */
export function judgePack(pack: OpenedPack): JudgedPack {
  const none = { verdicts: 0, controls: 0, differences: [], otherTool: otherTool(pack) };
  try {
    const told = valueAt(jsonIn(pack, packFiles.verdicts), 'verdicts');
    const snapshot = jsonIn(pack, packFiles.snapshot);
    const controls = jsonIn(pack, packFiles.controls);
    if (!Array.isArray(told) || !told.every(isObject))
      return { ...none, notJudgedBecause: 'verdicts.json holds no verdicts' };
    if (!isObject(snapshot)) return { ...none, notJudgedBecause: 'snapshot.json holds no snapshot' };
    const { verdicts } = judgeSnapshot(snapshot as JsonObject);
    const list = valueAt(controls, 'controls');
    return {
      ...none,
      verdicts: told.length,
      controls: Array.isArray(list) ? list.length : 0,
      differences: [
        ...verdictDifferences(told as (JsonObject & { checkId: string })[], verdicts),
        ...controlDifferences(pack, controls, verdicts),
      ],
      notJudgedBecause: null,
    };
  } catch (error) {
    return { ...none, notJudgedBecause: messageOf(error) };
  }
}
