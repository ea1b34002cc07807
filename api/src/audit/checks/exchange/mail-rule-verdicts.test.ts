import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, mailRule, refusedType } from '../../testing/configuration.ts';
import { settingsTable, statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const rules = (...transportRules: JsonObject[]): JsonObject => configurationOf({ transportRules });
const mark = (more: JsonObject = {}): JsonObject =>
  mailRule({ Name: 'Mark', FromScope: 'NotInOrganization', PrependSubject: '[Outside]', Priority: 1, ...more });
const stop = (more: JsonObject = {}): JsonObject =>
  mailRule({ Name: 'Stop', StopRuleProcessing: true, SenderDomainIs: ['fabrikam.com'], ...more });

verdictTable('exo.external.warning', [
  {
    when: 'a rule marks every message',
    snapshot: rules(mark()),
    says: 'pass',
    message: 'Mail from outside is marked by Mark.',
    evidence: ['transportRules: PrependSubject = [Outside] (Mark)'],
  },
  {
    when: 'a rule before it ends the processing',
    snapshot: rules(stop(), mark()),
    says: 'warning',
    message: 'is marked, but not what … before it stop at: Stop.',
    evidence: ['transportRules: PrependSubject = [Outside] (Mark)'],
  },
  {
    when: 'the rule has an exception',
    snapshot: rules(mark({ ExceptIfSenderDomainIs: ['fabrikam.com'] })),
    says: 'warning',
    message: 'marked with exceptions: Mark.',
    evidence: ['transportRules: PrependSubject = [Outside] (Mark)'],
  },
  {
    when: 'the rule is for some messages',
    snapshot: rules(mark({ SentTo: ['ada@contoso.com'] })),
    says: 'fail',
    message: 'marked on some messages only: Mark.',
    evidence: ['transportRules: PrependSubject = [Outside] (Mark)'],
  },
  {
    when: 'the rule does not say its mode, and another has a property nobody knows',
    snapshot: rules(mark({ Mode: undefined }), mark({ Name: 'New', OnlyOnMondays: true })),
    says: 'couldNotCheck',
    message: 'does not say for certain which mail these rules mark: Mark, New.',
    evidence: ['transportRules: Mode = not reported (Mark)', 'transportRules: Mode = Enforce (New)'],
  },
  { when: 'there is no rule', snapshot: rules(), says: 'fail', message: 'No mail flow rule marks mail from outside.' },
]);

statusTable('exo.external.warning', [
  ['a property nobody knows begins like a known one', rules(mark({ NameOfList: 'x' })), 'couldNotCheck'],
  ['a property nobody knows ends like a known one', rules(mark({ ListOfName: 'x' })), 'couldNotCheck'],

  [
    'the scope of a rule that is off has another form',
    rules(mark({ FromScope: { value: 'x' }, Enabled: false })),
    'fail',
  ],
  [
    'it leaves out what carries the mark, with spaces',
    rules(mark({ ExceptIfSubjectContainsWords: [' [Outside] '] })),
    'pass',
  ],

  ['rules were refused', configurationOf({ transportRules: refusedType }), 'notPermitted'],
  ['rules were not collected', {}, 'couldNotCheck'],
  ['a disclaimer marks', rules(mark({ PrependSubject: null, ApplyHtmlDisclaimerText: '<b>From outside</b>' })), 'pass'],
  ['nothing marks', rules(mark({ PrependSubject: '' })), 'fail'],
  ['the mark has another form', rules(mark({ PrependSubject: { a: 1 } })), 'couldNotCheck'],
  [
    'the disclaimer has another form',
    rules(mark({ PrependSubject: null, ApplyHtmlDisclaimerText: 7 })),
    'couldNotCheck',
  ],
  [
    'names are in lower case, values texts',
    rules({
      name: 'r',
      enabled: 'true',
      mode: 'enforce',
      priority: '0',
      fromscope: 'notinorganization',
      prependsubject: 'x',
    }),
    'pass',
  ],
  ['the rule is for mail from inside', rules(mark({ FromScope: 'InOrganization' })), 'fail'],
  ['the rule does not say from where', rules(mark({ FromScope: undefined })), 'fail'],
  ['the scope has another form', rules(mark({ FromScope: { value: 'NotInOrganization' } })), 'couldNotCheck'],
  ['the rule is in a test', rules(mark({ Mode: 'Audit' })), 'fail'],
  ['the rule is off', rules(mark({ Enabled: false })), 'fail'],
  ['the rule does not say whether it is on', rules(mark({ Enabled: undefined })), 'couldNotCheck'],
  ['the rule has expired', rules(mark({ ExpiryDate: '2026-01-01T00:00:00Z' })), 'fail'],
  ['the rule marks what comes to people inside', rules(mark({ SentToScope: 'InOrganization' })), 'pass'],
  ['the rule marks what goes outside', rules(mark({ SentToScope: 'NotInOrganization' })), 'fail'],
  ['the rule asks for an override by the sender', rules(mark({ HasSenderOverride: true })), 'fail'],
  [
    'conditions are empty or off',
    rules(mark({ HasNoClassification: false, AttachmentIsUnsupported: 'False', SenderDomainIs: [] })),
    'pass',
  ],
  [
    'properties tell of the rule alone',
    rules(
      mark({
        Description: 'From outside',
        WhenChanged: '2026-01-01',
        Size: 345,
        'Priority@odata.type': '#Int64',
        StopRuleProcessing: true,
        SetHeaderName: 'X-Outside',
      }),
    ),
    'pass',
  ],
  ['it leaves out what carries the mark', rules(mark({ ExceptIfSubjectContainsWords: ['[OUTSIDE]'] })), 'pass'],
  [
    'it leaves out what carries the mark or another word',
    rules(mark({ ExceptIfSubjectContainsWords: ['[Outside]', 'invoice'] })),
    'warning',
  ],
  [
    'it leaves out a word, and marks by a disclaimer',
    rules(mark({ PrependSubject: '', ApplyHtmlDisclaimerText: 'x', ExceptIfSubjectContainsWords: [''] })),
    'warning',
  ],
  ['it leaves out other words', rules(mark({ ExceptIfSubjectContainsWords: ['invoice'] })), 'warning'],
  ['the stop is in a test', rules(stop({ Mode: 'Audit' }), mark()), 'pass'],
  ['the stop does not say its mode', rules(stop({ Mode: undefined }), mark()), 'warning'],
  ['the stop comes after it, by numbers as texts', rules(stop({ Priority: '10' }), mark({ Priority: '9' })), 'pass'],
  ['the stop is for mail from inside', rules(stop({ FromScope: 'InOrganization' }), mark()), 'pass'],
  ['the stop is for mail to people outside', rules(stop({ SentToScope: 'NotInOrganization' }), mark()), 'pass'],
  ['the stop marks', rules(stop({ PrependSubject: '[Outside]' }), mark()), 'pass'],
  ['the stop deletes', rules(stop({ DeleteMessage: true }), mark()), 'pass'],
  ['the stop deletes nothing', rules(stop({ DeleteMessage: 'False' }), mark()), 'warning'],
  ['the stop refuses', rules(stop({ RejectMessageReasonText: 'No' }), mark()), 'pass'],
  ['the stop refuses by a code', rules(stop({ RejectMessageEnhancedStatusCode: '5.7.1' }), mark()), 'pass'],
  ['the stop does not stop', rules(stop({ StopRuleProcessing: 'False' }), mark()), 'pass'],
  [
    'a rule for all comes before the stop, another after',
    rules(mark({ Priority: 0 }), stop({ Priority: 1 }), mark({ Priority: 2 })),
    'pass',
  ],
  ['one rule is for all, another for some', rules(mark({ SentTo: ['ada@contoso.com'], Priority: 0 }), mark()), 'pass'],
  [
    'one rule has exceptions, another cannot be judged',
    rules(mark({ ExceptIfFrom: ['a@fabrikam.com'] }), mark({ OnlyOnMondays: true })),
    'warning',
  ],
  [
    'the rule is for some and has exceptions',
    rules(mark({ SentTo: ['ada@contoso.com'], ExceptIfFrom: ['a@fabrikam.com'] })),
    'fail',
  ],
]);

verdictTable('exo.spam.bypass', [
  {
    when: 'a rule lets a domain past',
    snapshot: rules(mailRule({ SetSCL: '-1', SenderDomainIs: ['fabrikam.com', 'a.example'] })),
    says: 'fail',
    message: 'let mail past spam filtering: Rule.',
    evidence: ['transportRules: SetSCL = -1 (Rule)', 'transportRules: SenderDomainIs = fabrikam.com, a.example (Rule)'],
  },
  {
    when: 'a rule lets one sender past',
    snapshot: rules(mailRule({ SetSCL: -1, From: ['a@fabrikam.com'] })),
    says: 'warning',
    message: 'let mail of some senders past spam filtering: Rule.',
    evidence: ['transportRules: SetSCL = -1 (Rule)', 'transportRules: SenderDomainIs = not reported (Rule)'],
  },
  {
    when: 'what the rule sets has another form',
    snapshot: rules(mailRule({ SetSCL: { value: -1 }, SenderDomainIs: ['fabrikam.com'] })),
    says: 'couldNotCheck',
    message: 'does not say what these rules set, or for which addresses: Rule.',
  },
  {
    when: 'there is no rule',
    snapshot: rules(),
    says: 'pass',
    message: 'No mail flow rule lets mail past spam filtering by its sender.',
  },
]);

const past = (more: JsonObject) => rules(mailRule({ SetSCL: -1, ...more }));

statusTable('exo.spam.bypass', [
  ['rules were refused', configurationOf({ transportRules: refusedType }), 'notPermitted'],
  ['rules were not collected', {}, 'couldNotCheck'],
  ['everything goes past', past({}), 'fail'],
  ['mail from inside goes past', past({ FromScope: 'InOrganization' }), 'pass'],
  ['mail from outside goes past', past({ FromScope: 'NotInOrganization' }), 'fail'],
  ['addresses by pattern go past', past({ FromAddressMatchesPatterns: ['@fabrikam\\.com$'] }), 'fail'],
  ['addresses by words go past', past({ FromAddressContainsWords: ['fabrikam'] }), 'fail'],
  ['what one network sends goes past', past({ SenderIpRanges: ['203.0.113.7'] }), 'pass'],
  [
    'what the whole Internet sends goes past',
    past({ SenderIpRanges: ['0.0.0.0/1', '128.0.0.0-255.255.255.255'] }),
    'fail',
  ],
  ['what IPv6 sends goes past', past({ SenderIpRanges: ['2000::/3'] }), 'fail'],
  ['what one network of IPv6 sends goes past', past({ SenderIpRanges: ['2001:db8::/32'] }), 'pass'],
  [
    'addresses that cannot be read are let past',
    past({ SenderIpRanges: ['203.0.113.7', '300.1.2.3'] }),
    'couldNotCheck',
  ],
  ['addresses of another form are let past', past({ SenderIpRanges: { from: '203.0.113.7' } }), 'couldNotCheck'],
  ['what an eighth of it sends goes past', past({ SenderIpRanges: ['32.0.0.0/3'] }), 'fail'],
  [
    'what two small networks send goes past',
    past({ SenderIpRanges: ['203.0.113.0/24', '198.51.100.1-198.51.100.9'] }),
    'pass',
  ],
  [
    'what carries a header goes past, which anybody can write',
    past({ HeaderContainsMessageHeader: 'X-Test', HeaderContainsWords: ['1'] }),
    'warning',
  ],
  ['what carries a word goes past', past({ SubjectOrBodyContainsWords: ['trusted'] }), 'warning'],
  ['what goes to a whole domain goes past', past({ RecipientDomainIs: ['contoso.com'] }), 'warning'],
  [
    'what one network sends with a word goes past',
    past({ SubjectContainsWords: ['x'], SenderIpRanges: ['203.0.113.7'] }),
    'pass',
  ],
  ['what goes to one mailbox goes past', past({ SentTo: ['abuse@contoso.com'] }), 'pass'],
  ['the rule is in a test', past({ Mode: 'Audit', SenderDomainIs: ['fabrikam.com'] }), 'pass'],
  ['the rule does not say its mode', past({ Mode: undefined, SenderDomainIs: ['fabrikam.com'] }), 'warning'],
  [
    'the rule does not say its mode, and is for a network',
    past({ Mode: undefined, SenderIpRanges: ['203.0.113.7'] }),
    'pass',
  ],
  ['another level is set', past({ SetSCL: '0', SenderDomainIs: ['fabrikam.com'] }), 'pass'],
  ['no level is set', past({ SetSCL: '', SenderDomainIs: ['fabrikam.com'] }), 'pass'],
  [
    'one sender goes past, and another rule cannot be read',
    rules(mailRule({ SetSCL: -1, From: ['a@fabrikam.com'] }), mailRule({ SetSCL: 'low' })),
    'warning',
  ],
]);

const tag = (properties: JsonObject): JsonObject =>
  configurationOf({ externalInOutlook: [{ Identity: 'contoso', ...properties }] });
const exempt = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}.example`);

verdictTable('exo.external.tag', [
  {
    when: 'it is on',
    snapshot: tag({ Enabled: true, AllowList: ['fabrikam.com'] }),
    says: 'pass',
    message: 'Outlook marks senders from outside.',
    evidence: ['externalInOutlook: Enabled = true (contoso)', 'externalInOutlook: AllowList = fabrikam.com (contoso)'],
  },
  {
    when: 'it is off',
    snapshot: tag({ Enabled: false, AllowList: [] }),
    says: 'fail',
    message: 'does not mark … or exempts many (Enabled).',
    evidence: ['externalInOutlook: Enabled = false (contoso)', 'externalInOutlook: AllowList = empty (contoso)'],
  },
]);

settingsTable('exo.external.tag', tag, {
  good: { Enabled: true, AllowList: [] },
  alsoGood: {
    Enabled: ['True'],
    AllowList: ['fabrikam.com', exempt(30), Array(31).fill(' '), null, { of: 'another form' }],
  },
  bad: { Enabled: [false, 'False'], AllowList: [exempt(31), ['fabrikam.com', 'Gmail.com']] },
  optional: ['AllowList'],
});

statusTable('exo.external.tag', [
  ['the type was refused', configurationOf({ externalInOutlook: refusedType }), 'notPermitted'],
  ['the type was not collected', {}, 'couldNotCheck'],
  ['there is no instance', configurationOf({ externalInOutlook: [] }), 'couldNotCheck'],
]);
