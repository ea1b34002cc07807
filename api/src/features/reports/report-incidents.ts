import type { Incident, IncidentSeverity, IncidentSignal, Incidents } from '@tenantry/contract/incidents';
import type { Content, TableCell } from 'pdfmake/interfaces';
import { leadingIncidents } from '../../domain/incidents/incidents.ts';
import { count, mediumDay } from './report-format.ts';
import { colors, contentWidth, severityColors, sideBar } from './report-styles.ts';

const incidentsShown = 5;
const cardWidth = contentWidth - 14.5;

/** What may be an attack under way, one by one, with where to look; nothing where there is none. */
export function incidentCards(incidents: Incidents | null, most = incidentsShown): Content[] {
  const leading = incidents === null ? [] : leadingIncidents(incidents);
  const left = leading.length - Math.min(leading.length, most);
  return [
    ...leading.slice(0, most).map(incidentCard),
    ...(left === 0
      ? []
      : [{ text: `and ${count(left, 'more sign', 'more signs')} of an attack`, style: 'small' } as Content]),
  ];
}

/** What it means to who does not know Microsoft's words. */
const meanings: Readonly<Record<IncidentSignal['kind'], string>> = {
  alert: 'Microsoft has raised a security alert',
  detection: 'Microsoft has seen signs of a stolen password or sign-in',
  riskyUser: 'Microsoft holds the account for unsafe',
  change: 'A protection was changed since the last audit',
};

function meaningOf({ signals }: Incident): string {
  const kinds = new Set(signals.map(({ kind }) => kind));
  const isTogether = kinds.has('alert') && (kinds.has('detection') || kinds.has('riskyUser'));
  return isTogether
    ? 'Two warnings of Microsoft about the same account: somebody may be in it right now.'
    : `${meanings[signals[0]?.kind ?? 'alert']}.${kinds.has('change') ? '' : ' Nobody has dealt with it yet.'}`;
}

function incidentCard(incident: Incident): Content {
  const { account, severity, signals } = incident;
  const color = severityColors[severity === 'critical' || severity === 'high' ? 'critical' : 'high'];
  const cells: TableCell[] = [
    {
      stack: [
        { text: account ?? signals[0]?.title ?? '', style: 'h3', fontSize: 11.5 },
        { text: meaningOf(incident), margin: [0, 2, 0, 2] },
        ...signals.map((signal) => signalLine(signal, account === null)),
      ],
    },
  ];
  return {
    table: { widths: [cardWidth], body: [cells] },
    layout: sideBar(color),
    unbreakable: true,
    margin: [0, 0, 0, 10],
  };
}

const linkTexts: Readonly<Record<IncidentSignal['kind'], string>> = {
  alert: 'Open the alert in Microsoft Defender',
  detection: 'Open the risk detections in Microsoft Entra',
  riskyUser: 'Open the accounts at risk in Microsoft Entra',
  change: '',
};

const rated = (severity: IncidentSeverity): string => (severity === 'unknown' ? '' : `, rated ${severity} risk`);

/** What was seen, in words that need no knowledge of Microsoft's products; an alert and a change have a name of their own. */
function seenText({ kind, title, count: quantity, severity }: IncidentSignal): string {
  if (kind === 'riskyUser') return `Microsoft holds the account for unsafe${rated(severity)}`;
  if (kind !== 'detection') return title;
  return `${quantity === 1 ? 'A sign' : `${quantity} signs`} of a stolen password or sign-in${rated(severity)}`;
}

/** @param isNamed the card is named for it already */
function signalLine(signal: IncidentSignal, isNamed: boolean): Content {
  const { kind, at, url } = signal;
  const since = at === null ? [] : [isNamed ? `Since ${mediumDay(at)}` : `since ${mediumDay(at)}`];
  const told = [...(isNamed ? [] : [seenText(signal)]), ...since].join(', ');
  const link: Content[] =
    url === null ? [] : [{ text: linkTexts[kind], link: url, color: colors.brand, decoration: 'underline' }];
  const words: Content[] = told === '' ? [] : [{ text: told }];
  return {
    text: words.length > 0 && link.length > 0 ? [...words, '. ', ...link] : [...words, ...link],
    style: 'small',
  };
}
