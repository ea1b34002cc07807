import { createHash } from 'node:crypto';
import sax from 'sax';
import { beforeAll, expect, test } from 'vitest';
import { isUnknown } from '../../../audit/findings/is-finding.ts';
import { sourceGroups } from '../../../features/reports/report-data-sources.ts';
import type { AuditResult } from '../audit-result.ts';
import { againstBaseline, auditOf, hostileName, withHostileNames } from '../testing/audit-results.ts';
import { htmlFile } from './report-html.ts';
import { reportOfAudit } from './report-of-audit.ts';

type Element = { name: string; attributes: Record<string, string> };
const voids = /<(meta|br)\b([^>]*[^/])?>/g;

/** The page as its elements and its text; it is written so that an XML parser reads it once void elements are closed. */
function read(result: AuditResult): { source: string; elements: Element[]; text: string; style: string } {
  const source = String(htmlFile(result).content);
  const elements: Element[] = [];
  let [text, style, inStyle] = ['', '', false];
  const parser = sax.parser(true, {});
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    elements.push({ name, attributes: attributes as Record<string, string> });
    inStyle = name === 'style';
  };
  parser.onclosetag = () => {
    inStyle = false;
  };
  parser.ontext = (some) => {
    if (inStyle) style += some;
    else text += ` ${some}`;
  };
  const closed = source
    .replace('<!doctype html>', '')
    .replace(voids, (whole) => `${whole.slice(0, -1)}/>`)
    .replace(/(<details[^>]*) open>/g, '$1 open="">');
  parser.write(closed).close();
  return { source, elements, text: text.replace(/\s+/g, ' '), style };
}

let weak: AuditResult;
let critical: AuditResult;
let good: AuditResult;
beforeAll(async () => {
  [weak, critical, good] = await Promise.all([auditOf('weak'), auditOf('critical'), auditOf('good')]);
});

test('nothing is loaded, run or sent: no script, no frame, no form, no handler, no style but the one whose hash the policy names', () => {
  for (const result of [weak, againstBaseline(good), withHostileNames(weak)]) {
    const { elements, style, source } = read(result);
    const policy = elements.find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy');
    const hash = createHash('sha256')
      .update(/<style>([\s\S]*?)<\/style>/.exec(source)?.[1] ?? '')
      .digest('base64');
    expect(policy?.attributes.content).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(elements.filter(({ name }) => name === 'style')).toHaveLength(1);
    expect(style).not.toMatch(/@import|url\(|expression/);
    const names = new Set(elements.map(({ name }) => name));
    for (const forbidden of [
      'script',
      'iframe',
      'object',
      'embed',
      'form',
      'input',
      'img',
      'link',
      'base',
      'video',
      'image',
    ])
      expect(names.has(forbidden), forbidden).toBe(false);
    for (const { name, attributes } of elements)
      for (const [key, value] of Object.entries(attributes)) {
        expect(key, name).not.toMatch(/^on|^style$|^src/);
        if (key === 'href') expect(value).toMatch(/^(#|https:\/\/)/);
      }
  }
});

test('a hostile name is text on the page, without what steers directions or cannot be seen', () => {
  const { source, text } = read(withHostileNames(weak));
  expect(source).not.toContain(hostileName);
  expect(text).toContain('<script>alert(1)</script><img src=x onerror=alert(2)>');
  expect(source).not.toMatch(/(?!\n)[\p{Cc}\u202e\ufffe]/u);
  expect(source.isWellFormed()).toBe(true);
});

test('each part stands once, in the order in which a technician reads', () => {
  const { elements } = read(againstBaseline(weak));
  const headings = elements.flatMap(({ name, attributes }) => (name === 'h2' ? [attributes.id] : []));
  expect(headings).toEqual([
    'incidents',
    'work',
    'coverage',
    'categories',
    'changes',
    'findings',
    'accepted',
    'checks',
    'frameworks',
    'method',
  ]);
});

test('no id stands twice, and every link within the page leads somewhere', () => {
  for (const result of [weak, critical, againstBaseline(good), withHostileNames(critical)]) {
    const { elements } = read(result);
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const known = new Set(ids);
    const targets = elements.flatMap(({ attributes }) =>
      attributes.href?.startsWith('#') ? [attributes.href.slice(1)] : [],
    );
    expect(targets.filter((id) => !known.has(id))).toEqual([]);
  }
});

test('it says what the product’s report says: score, coverage, findings, sources that were not read, accepted risks', () => {
  for (const result of [weak, critical, againstBaseline(good)]) {
    const { text, elements } = read(result);
    const model = reportOfAudit(result);
    for (const { title, recommendation } of model.findings) {
      expect(text).toContain(title);
      expect(text).toContain(recommendation.replace(/\s+/g, ' ').trim());
    }
    for (const { title, reason } of model.acceptedRisks) {
      expect(text).toContain(title);
      expect(text).toContain(reason);
    }
    for (const { labels } of sourceGroups(model)) expect(text).toContain(labels);
    expect(text).toContain(`${model.coverage.evaluated} of ${model.coverage.applicable} checks`);
    const cards = elements.filter(({ attributes }) => attributes.class?.startsWith('card'));
    expect(cards).toHaveLength(model.findings.length + model.acceptedRisks.length);
    const rows = elements.filter(({ attributes }) => attributes.id?.startsWith('check-'));
    expect(rows).toHaveLength(result.outcome.verdicts.length);
  }
});

test('work that mends several findings stands once, with its whole article', () => {
  const { text, elements } = read(weak);
  expect(elements.filter(({ attributes }) => attributes.id === 'work-require-mfa')).toHaveLength(1);
  expect(text).toContain('New-MgIdentityConditionalAccessPolicy -BodyParameter $policy');
  expect(text).not.toContain('](article:');
});

test('what could not be checked is named with its reason, and how to grant it', () => {
  const grantUrl = 'https://login.microsoftonline.com/contoso/adminconsent?client_id=1';
  const refused: AuditResult = {
    ...weak,
    grantUrl,
    facts: {
      ...weak.facts,
      sharepointSettings: {
        state: 'failed',
        fetchedAt: weak.takenAt,
        reason: 'notPermitted',
        status: 403,
        code: 'Forbidden',
        message: 'No',
      },
    },
  };
  const { text, elements } = read(refused);
  expect(text).toContain('Needs the permission SharePointTenantSettings.Read.All.');
  expect(elements.map(({ attributes }) => attributes.href)).toContain(grantUrl);
  const unknown = weak.outcome.verdicts.filter(isUnknown);
  expect(text).toContain(`${unknown.length} checks without an answer`);
});

test('the changes since a baseline name what is new, what grew and what is resolved', () => {
  const result = againstBaseline(weak);
  const { text } = read(result);
  expect(text).toContain('Changes since the baseline of October 1, 2026');
  expect(text).toContain('It concerns 4, where 2 were accepted.');
  expect(text).toContain(result.baseline?.resolved[0]?.title);
  expect(read(weak).text).not.toContain('Changes since');
});

test('a score that cannot be told is none, in words', () => {
  const { text } = read({
    ...weak,
    outcome: { ...weak.outcome, coverage: { evaluated: 10, applicable: 122, percent: 8 } },
  });
  expect(text).toContain('Not enough data for a score');
});
