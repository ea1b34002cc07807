import { isObject, type JsonObject } from '../../facts/json-reader.ts';
import type { RawRules } from '../../facts/schema-parts.ts';
import { configurationRules, mailboxAddress } from './configuration-rules.ts';
import { guidPattern } from './constant-ids.ts';
import type { Texts } from './texts.ts';

type Rule = (text: string, texts: Texts) => string;

/** What stands in place of a name in JSON of Microsoft's, and which of its properties are special. */
export type RawNames = { kind: string; rules?: RawRules };

/** The words of Graph's query language and of the paths that reviews use. */
const queryWords = new Set(
  `v1 0 beta users groups teams serviceprincipals rolemanagement directory roledefinitions roleassignments
  roleassignmentscheduleinstances members transitivemembers memberof owners manager microsoft graph user group
  count true false filter search expand select eq ne and or not in usertype guest member accountenabled approleassignedto
  principalid roledefinitionid resourcescopes identitygovernance me s t r`.split(/\s+/),
);

/** A path or query: every word that is none of Graph's is replaced. */
const query: Rule = (text, texts) =>
  text
    .split(new RegExp(`(${guidPattern.source})`, 'i'))
    .map((part, index) =>
      index % 2 === 1
        ? texts.id(part)
        : part.replace(/[\p{L}\p{N}_]+/gu, (word) =>
            queryWords.has(word.toLowerCase()) ? word : `w${texts.standIns.number('word', word)}`,
          ),
    )
    .join('');

/** A rule over devices or applications: attributes and operators stay, values are replaced but Microsoft's own. */
const filterRule: Rule = (text, texts) =>
  text.replace(/(["'])(.*?)\1/gsu, (_whole, quote: string, value: string) => `${quote}${texts.unknown(value)}${quote}`);

/** Words apart by white space or commas, as many as there were. */
const wordList: Rule = (text, texts) =>
  text.replace(/[^\s,]+/g, (word) => {
    const kept = texts.unknown(word);
    return kept === word ? word : `word-${texts.standIns.number('word', word)}`;
  });

const permissionPolicy: Rule = (text, texts) => {
  const [, start = '', name = ''] = /^(ManagePermissionGrantsFor[A-Za-z]+\.)(.+)$/i.exec(text) ?? [];
  if (start === '') return texts.unknown(text);
  return /^microsoft-[a-z-]+$/i.test(name) ? text : `${start}policy-${texts.standIns.number('Policy', name)}`;
};

const asJson: Rule = (text, texts) => {
  try {
    return JSON.stringify(redactRaw(JSON.parse(text), texts, { kind: 'Name' }));
  } catch (error) {
    if (error instanceof SyntaxError) return texts.name('Text', text);
    throw error;
  }
};

const constant =
  (form: RegExp): Rule =>
  (text, texts) =>
    form.test(text) ? text : texts.unknown(text);
/** Ids of products are Microsoft's, the same for everybody. */
const productId = constant(new RegExp(`^${guidPattern.source}$`, 'i'));
const product = constant(/^[A-Z][A-Z0-9_]*$/);
const country = constant(/^[A-Z]{2}$/i);
const control = constant(/^[A-Za-z][A-Za-z0-9_.]*$/);
/** Published for all: what names somebody in it is replaced all the same. */
const publishedText: Rule = (text, texts) => texts.within(text);

const everywhere: Readonly<Record<string, Rule>> = {
  query,
  queryRoot: query,
  rule: filterRule,
  membershipRule: filterRule,
  definition: asJson,
  permissionGrantPoliciesAssigned: permissionPolicy,
  skuPartNumber: product,
  servicePlanName: product,
  countriesAndRegions: country,
  controlName: control,
  skuId: productId,
  servicePlanId: productId,
};

const host: Rule = (text, texts) => texts.host(text);

const ruleSets: Record<RawRules, Readonly<Record<string, Rule>>> = {
  // What an audit says of its tenant.
  tenant: { domain: host, defaultDomain: host },
  organization: { name: host },
  domains: { id: host, name: host },
  // Settings of the directory: their names are Microsoft's, their values anybody's.
  settings: { name: (text, texts) => texts.unknown(text), value: wordList },
  // Found by the addresses of the mailboxes.
  accounts: { mail: mailboxAddress, userPrincipalName: mailboxAddress },
  // In a Secure Score these come from Microsoft's own list.
  scores: {
    title: publishedText,
    id: (text, texts) => (control(text, texts) === text ? text : texts.within(text)),
  },
  // What Defender for Identity found wrong is in Microsoft's words, but for the names of servers and domains in it.
  healthIssues: { domainNames: host, sensorDNSNames: host },
  sensors: { domainName: host },
  configuration: configurationRules,
};

/** Properties that hold ids, or words such as "All" in their place. */
const idKey =
  /(?:Users|Groups|Roles|Applications|Locations|ServicePrincipals|Devices|Ids?|TermsOfUse|Factors)$|^(?:id|members|target|termsOfUse)$/;
const nameKeys = new Set(['displayName', 'name', 'title', 'givenName', 'surname', 'mailNickname']);
/** A key that could be somebody's own (schema extensions have an underscore) or an id. */
const isPlainKey = (key: string): boolean => /^[A-Za-z][A-Za-z0-9.]{0,80}$/.test(key) || key === '@odata.type';

/**
 * JSON as Microsoft gave it, with every text replaced that is not known to be the same in every tenant: a property that
 * Graph gets tomorrow is redacted, until somebody has looked at it.
 */
function redactRaw(value: unknown, texts: Texts, names: RawNames, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => redactRaw(item, texts, names, key));
  if (isObject(value)) return redactObject(value, texts, names);
  if (typeof value !== 'string') return value;
  const rule =
    (names.rules && ruleSets[names.rules][key]) ?? (Object.hasOwn(everywhere, key) ? everywhere[key] : undefined);
  if (rule !== undefined) return rule(value, texts);
  if (nameKeys.has(key)) return texts.name(names.kind, value);
  return idKey.test(key) ? texts.idOrWord(value) : texts.unknown(value);
}

export function redactObject(value: JsonObject, texts: Texts, names: RawNames): JsonObject {
  const entries = Object.entries(value).filter(([key]) => isPlainKey(key));
  for (const [key] of entries) texts.properties.add(key.toLowerCase());
  return Object.fromEntries(entries.map(([key, inner]) => [key, redactRaw(inner, texts, names, key)]));
}
