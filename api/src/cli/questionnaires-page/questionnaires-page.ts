import { answerGoodDays, auditGoodDays } from '@tenantry/contract/questionnaires';
import { maxExceptions } from '../../audit/findings/questionnaires/answer-question.ts';
import type { Question, QuestionSet } from '../../audit/findings/questionnaires/question-set.ts';
import { questionSets, questionsOf } from '../../audit/findings/questionnaires/question-sets.ts';

function decidedBy({ by }: Question): string {
  if (by.kind === 'client') return `Left to the client: ${by.because}`;
  const checks = by.all.map((ids) =>
    ids.map((id) => `\`${id}\`${by.partial.has(id) ? ' (a warning is an exception)' : ''}`).join(' or '),
  );
  return `${checks.join(', ')}${by.beyond === null ? '' : `. ${by.beyond}`}`;
}

function section(set: QuestionSet): string {
  const head = '| No. | Id | Question | Decided by |\n|---|---|---|---|';
  const rows = set.sections.flatMap(({ questions }, index) =>
    questions.map((question, place) => {
      const own = question.reference === null ? '' : ` (${question.reference})`;
      return `| ${index + 1}.${place + 1}${own} | \`${question.id}\` | ${question.text} | ${decidedBy(question)} |`;
    }),
  );
  const all = questionsOf(set);
  const left = all.filter(({ by }) => by.kind === 'client').length;
  const sources = set.sources.map(({ title, url }) => `- ${title}: <${url}>`).join('\n');
  return `## ${set.name}

\`${set.id}\`: ${all.length} questions, ${left} of them left to the client. Edition: ${set.edition}. ${set.note}

${sources}

${head}
${rows.join('\n')}`;
}

/** The page docs/questionnaires.md, written from the question sets so that it cannot fall behind. */
export const questionnairesPage = (): string => `# Questionnaires

<!-- Written by \`node api/src/cli/questionnaires-page/write-questionnaires-page.ts\` from the question sets: edit them, not this page. -->

What insurers and frameworks ask of a client, answered from the latest audit of the tenant: page Questionnaires, PDF, CSV,
\`GET /api/questionnaires\`. The questions are in our own words; each set names its sources. Whoever signs a form answers for it: the answers
here are what Microsoft 365 shows, with evidence and date ([decision 086](decisions/086-questionnaires.md)).

## What an answer means

| Answer | When |
|---|---|
| Yes | every check that decides passes, on data that was read |
| Yes, except these | the same of all but what stands in the list, by name |
| No | a check that decides fails beyond that |
| Not seen | none fails, and one has no answer: not licensed, not permitted, not offered, could not be checked, newer than the audit; or there is nothing in the tenant that any of them is about |

What is not known is never a yes (\`answer-question.property.test.ts\`: random verdicts for every question of every set). A known no stays a no,
whatever else is not known. Where checks are ways to the same end ("or" below) the best counts.

**Exceptions.** A failure or a warning becomes "yes, except these" only where its check says how many objects there are (\`population\` of the verdict), knows of each of
them, and names all that are not well: at most ${maxExceptions}, and fewer than half. Where it does not say how many there are,
it is a no, a warning too; so it is in audits of before this rule, until the next scan. Accounts are counted once; a group by which a policy leaves them out stands beside
their names. Whom a check leaves out on purpose, such as declared emergency accounts, is an exception although it passes, and counts: an insurer
who asks for everybody is told of them. A policy in report-only protects nobody. An accepted risk is marked with who accepted it, and makes no answer better.

**Age.** Where the tenant is in trouble (its scans fail, its connection is lost), or the audit or the data of a deciding check is older than ${auditGoodDays} days,
each yes becomes "not seen" with the reason; a no stays.

**What is left to the client** is answered by contacts of the client in their room, or by technicians on their behalf, which is marked. Answers are kept
with who, when and a revision (\`questionnaire_answers\`); two at once are one and a 409. After ${answerGoodDays} days an answer is "to confirm". What Microsoft
365 answers takes a comment, and no other answer. Contacts see neither lines of evidence nor names of the provider's people. Each answer and each
download leaves an entry in the trail, answers with before and after.

**The files.** The PDF is made as reports are (decision 037); lists of more than a few exceptions stand whole at its end. The CSV has a line for each
question, complete by itself.

## Adding to it

- A new set: a file in \`api/src/audit/findings/questionnaires/\`, a line in \`question-sets.ts\`, its id in \`contract/src/questionnaire-id.ts\`, and this
  page written anew. \`told\` is a question that checks decide, \`left\` one that is left to the client.
- The id of a question stays: the client's answer is kept under it.
- A test holds every id of a check against the catalog.

${questionSets.map(section).join('\n\n')}
`;
