import { controlStatusLabels } from '@tenantry/contract/labels';
import type { Verdict } from '@tenantry/contract/verdicts';
import { isObject, type JsonObject, textAt, valueAt } from '../../audit/facts/json-reader.ts';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { frameworkResults } from '../../audit/findings/frameworks/framework-results.ts';
import { frameworkOf } from '../../audit/findings/frameworks/frameworks.ts';
import { catalogueVersion } from '../../domain/evidence/catalogue-version.ts';
import { judgeSnapshot, verdictDifferences } from '../../domain/evidence/judge-snapshot.ts';
import { packFiles } from '../../domain/evidence/manifest.ts';
import type { OpenedPack } from '../../domain/evidence/open-pack.ts';
import { controlsCsv, type PackControls, packControls } from '../../features/evidence/pack-controls.ts';
import { packPage } from '../../features/evidence/pack-page.ts';
import { packReadme } from '../../features/evidence/pack-readme.ts';
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

/** Where controls.json tells a control otherwise than its verdicts give: all but its sources and accepted risks, of which the snapshot has none. */
function textDifferences({ manifest }: OpenedPack, told: unknown, verdicts: readonly Verdict[]): string[] {
  const { controls } = told as PackControls;
  const context = { judgedAt: manifest.audit.judgedAt, datasets: [], acceptances: new Map() };
  const again = packControls(frameworkOf(manifest.framework.id), verdicts, context);
  const own = (control: PackControls['controls'][number]) =>
    JSON.stringify({
      ...control,
      checks: control.checks.map(({ sources, acceptedRisk: _, ...check }) => ({
        ...check,
        sources: sources.map(({ dataset, label }) => [dataset, label]),
      })),
    });
  const byId = new Map(again.controls.map((one) => [one.id, own(one)]));
  const head = (one: PackControls) => JSON.stringify([one.framework, one.judgedAt, one.coverage, one.counts]);
  return [
    ...(head(again) === head(told as PackControls) ? [] : ['controls.json: another head or other counts']),
    ...controls.flatMap((one) =>
      byId.has(one.id) && byId.get(one.id) !== own(one) ? [`Control ${one.id}: told in other words`] : [],
    ),
  ];
}

/** The files that are made of controls.json and the manifest alone, where they are not what these give. */
function fileDifferences({ manifest, files }: OpenedPack, told: unknown): string[] {
  const controls = told as PackControls;
  const made: Record<string, Buffer> = {
    'README.txt': Buffer.from(packReadme(manifest, files.has(packFiles.tool))),
    'evidence.html': Buffer.from(packPage(manifest, controls)),
    'controls.csv': controlsCsv(controls),
  };
  return Object.entries(made).flatMap(([name, bytes]) =>
    files.get(name)?.equals(bytes) === true ? [] : [`${name}: it is not what controls.json and the manifest give`],
  );
}

/** Score and coverage, as verdicts.json tells them. */
function figureDifferences(told: unknown, { score, coverage }: AuditOutcome): string[] {
  const isSame =
    JSON.stringify([valueAt(told, 'score'), valueAt(told, 'coverage')]) === JSON.stringify([score, coverage]);
  return isSame ? [] : ['verdicts.json: another score or coverage'];
}

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

/** Judges the snapshot again and holds it against all that the pack tells of it: verdicts, controls, and the files made of these. Never throws for what is in the pack. */
export function judgePack(pack: OpenedPack): JudgedPack {
  const none = { verdicts: 0, controls: 0, differences: [], otherTool: otherTool(pack) };
  try {
    const judged = jsonIn(pack, packFiles.verdicts);
    const told = valueAt(judged, 'verdicts');
    const snapshot = jsonIn(pack, packFiles.snapshot);
    const controls = jsonIn(pack, packFiles.controls);
    if (!Array.isArray(told) || !told.every(isObject))
      return { ...none, notJudgedBecause: 'verdicts.json holds no verdicts' };
    if (!isObject(snapshot)) return { ...none, notJudgedBecause: 'snapshot.json holds no snapshot' };
    const outcome = judgeSnapshot(snapshot as JsonObject);
    const { verdicts } = outcome;
    const list = valueAt(controls, 'controls');
    return {
      ...none,
      verdicts: told.length,
      controls: Array.isArray(list) ? list.length : 0,
      differences: [
        ...verdictDifferences(told as (JsonObject & { checkId: string })[], verdicts),
        ...figureDifferences(judged, outcome),
        ...controlDifferences(pack, controls, verdicts),
        ...textDifferences(pack, controls, verdicts),
        ...fileDifferences(pack, controls),
      ],
      notJudgedBecause: null,
    };
  } catch (error) {
    return { ...none, notJudgedBecause: messageOf(error) };
  }
}
