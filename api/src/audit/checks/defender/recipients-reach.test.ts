import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType, ruleOf } from '../../testing/configuration.ts';
import { statusTable } from '../../testing/status-table.ts';

/** By the check that asks one switch of one property, so that what differs is whom a rule reaches. */
const check = 'mdo.malware.filter';
const policy = (Identity: string, EnableFileFilter: boolean): JsonObject => ({
  Identity,
  EnableFileFilter,
  MakeDefault: Identity === 'Default',
});
const rule = (name: string, more: JsonObject) => ruleOf('MalwareFilterPolicy', name, more);
const [good, lax] = [policy('Default', true), policy('Default', false)];

const domains = ['contoso.com', 'fabrikam.com'];
const named = (...list: string[]) => list.map((Identity) => ({ Identity }));
const toDomains = (...RecipientDomainIs: string[]) => ({ RecipientDomainIs });
const toPeople = (...SentTo: string[]) => ({ SentTo });
const toGroup = { SentToMemberOf: ['board@contoso.com'] };
const notToAda = { ExceptIfSentTo: ['ada@contoso.com'] };

type Accepted = NonNullable<Parameters<typeof configurationOf>[0]['acceptedDomains']>;
const tenant = (malwareFilterPolicies: JsonObject[], malwareFilterRules: JsonObject[], acceptedDomains: Accepted) =>
  configurationOf({ malwareFilterPolicies, malwareFilterRules, presetPolicyRules: [], acceptedDomains });

/** A good policy, bound as told, before a default one that is lax. */
const only = (bound: JsonObject, acceptedDomains: Accepted = named(...domains)) =>
  tenant([lax, policy('Sales', true)], [rule('Sales', bound)], acceptedDomains);
/** A good policy, then a lax one, before a default one that is good. */
const thenLax = (bound: JsonObject, later: JsonObject, acceptedDomains: Accepted = named(...domains)) =>
  tenant(
    [good, policy('Sales', true), policy('Field', false)],
    [rule('Sales', bound), rule('Field', { Priority: 1, ...later })],
    acceptedDomains,
  );
/** Two good policies before a default one that is lax. */
const both = (first: JsonObject, second: JsonObject) =>
  tenant(
    [lax, policy('Sales', true), policy('Field', true)],
    [rule('Sales', first), rule('Field', { Priority: 1, ...second })],
    named(...domains),
  );

statusTable(check, [
  ['a rule names every accepted domain', only(toDomains('Contoso.com ', 'fabrikam.com', 'a.example')), 'pass'],
  ['a rule names one of two accepted domains', only(toDomains('contoso.com')), 'fail'],
  ['accepted domains are not known', only(toDomains(...domains), refusedType), 'couldNotCheck'],
  ['there is no accepted domain', only(toDomains(...domains), []), 'couldNotCheck'],
  ['an accepted domain has no name', only(toDomains(...domains), [{}]), 'couldNotCheck'],
  ['accepted domains are not known, and a rule names none', only({}, refusedType), 'pass'],
  ['a rule names every domain and a group', only({ ...toDomains(...domains), ...toGroup }), 'fail'],
  ['a rule names a group', only(toGroup), 'fail'],
  ['a rule for every domain leaves out a person', only({ ...toDomains(...domains), ...notToAda }), 'fail'],
  ['a rule for everybody leaves out a person', only(notToAda), 'fail'],
  ['a rule for everybody leaves out a group', only({ ExceptIfSentToMemberOf: ['board@contoso.com'] }), 'fail'],
  ['a rule for everybody leaves out a domain', only({ ExceptIfRecipientDomainIs: ['fabrikam.com'] }), 'fail'],
  ['a rule for everybody leaves out nobody', only({ ExceptIfSentTo: [], RecipientDomainIs: [''] }), 'pass'],
  ['a lax rule leaves out a person', thenLax(toPeople('bo@contoso.com'), notToAda), 'fail'],
]);

statusTable(check, [
  ['a domain is below the named one', only(toDomains('contoso.com'), named('contoso.com', 'mail.Contoso.com')), 'pass'],
  ['a domain ends like the named one', only(toDomains('contoso.com'), named('notcontoso.com')), 'fail'],
  ['a domain is above the named one', only(toDomains('mail.contoso.com'), named('contoso.com')), 'fail'],
]);

const [contoso, fabrikam] = [toDomains('contoso.com'), toDomains('fabrikam.com')];

statusTable(check, [
  ['two rules name every domain together', both(contoso, fabrikam), 'pass'],
  ['two rules name every domain together, one lax', thenLax(contoso, fabrikam), 'fail'],
  [
    'two rules name every domain together, one may be off',
    both(contoso, { ...fabrikam, Enabled: undefined }),
    'couldNotCheck',
  ],
  [
    'two rules name every domain together, one leaves out a person',
    both(contoso, { ...fabrikam, ...notToAda }),
    'fail',
  ],
  [
    'two rules name every domain together, one is for a group of its own',
    both(contoso, { ...fabrikam, ...toGroup }),
    'fail',
  ],
]);

statusTable(check, [
  [
    'a later lax rule has the same exceptions in another order',
    thenLax(
      { ExceptIfSentTo: ['ada@contoso.com', 'bo@contoso.com'] },
      { ExceptIfSentTo: ['bo@contoso.com', 'ada@contoso.com'] },
    ),
    'pass',
  ],

  [
    'a later lax rule has the same conditions',
    thenLax(toPeople('ada@contoso.com', 'bo@contoso.com'), toPeople('bo@contoso.com', 'Ada@contoso.com')),
    'pass',
  ],
  ['a later lax rule is for somebody else', thenLax(toPeople('ada@contoso.com'), toPeople('bo@contoso.com')), 'fail'],
  ['a later lax rule has other exceptions', thenLax(notToAda, { ExceptIfSentTo: ['bo@contoso.com'] }), 'fail'],
  [
    'a later lax rule has the same conditions, the first may be off',
    thenLax({ ...toGroup, Enabled: undefined }, toGroup),
    'couldNotCheck',
  ],
  [
    'a later lax rule is for a group within a domain that was taken',
    thenLax(contoso, { ...contoso, ...toGroup }),
    'pass',
  ],
  [
    'a later lax rule is for a person of a domain that was taken',
    thenLax(contoso, toPeople('ada@Contoso.com')),
    'pass',
  ],
  ['a later lax rule is below a domain that was taken', thenLax(contoso, toDomains('mail.contoso.com')), 'pass'],
  [
    'a later lax rule is for a person of another domain, too',
    thenLax(contoso, toPeople('ada@contoso.com', 'bo@fabrikam.com')),
    'fail',
  ],
  ['a later lax rule is for a group, who may be anywhere', thenLax(contoso, toGroup), 'fail'],
  [
    'a later lax rule is for one of two domains that were taken',
    thenLax(toDomains('contoso.com', 'a.example'), toDomains('a.example')),
    'pass',
  ],
  [
    'a later lax rule is for a domain of which a person was left out',
    thenLax({ ...contoso, ...notToAda }, contoso),
    'fail',
  ],
  [
    'a later lax rule is for a domain that a rule takes which may be off',
    thenLax({ ...contoso, Enabled: undefined }, contoso),
    'couldNotCheck',
  ],
  [
    'a later lax rule is within a domain that was taken, whatever is accepted',
    thenLax(contoso, toPeople('ada@contoso.com'), refusedType),
    'pass',
  ],
]);
