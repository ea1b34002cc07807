type Article = { id: string; title: string; text: readonly string[]; points: readonly string[] };

/** The help of a client room, in words of somebody who runs a company. Texts of the page, so that no staff article comes along. */
export const articles: readonly Article[] = [
  {
    id: 'score',
    title: 'What the score means',
    text: [
      'Your provider checks the security settings of your Microsoft 365. The score says how many of these checks your settings pass, from 0 to 100. Important checks count more.',
      'The score is no guarantee. It tells how well the doors are locked, not whether somebody tried them.',
    ],
    points: [
      'In good order: no serious weakness is open among what was checked.',
      'Needs attention: there are weaknesses that should be closed.',
      'Needs action: at least one weakness is so serious that it should be closed now.',
      'Not known: too little could be checked to say. That is no good news.',
    ],
  },
  {
    id: 'decide',
    title: 'How to decide',
    text: [
      'Under Decisions your provider asks you about two things. Your answer counts at once, and is kept with your name, the day and what you write beside it.',
      'You need not hurry: what you are asked waits until you answer, or until your provider decides it or takes it back. If you are not sure, ask under Questions first.',
    ],
    points: [
      'Work to approve: your provider proposes a change and waits for your yes. Approve, and it becomes work to do. Decline, and it is left.',
      'A risk to accept: closing a weakness may cost more than it is worth to you. Accept, and it is left as it is until the day that is named. Decline, and your provider goes on treating it as open.',
      'An answer cannot be changed here. Ask your provider if you see it differently later.',
    ],
  },
  {
    id: 'questionnaires',
    title: 'Questionnaires and evidence',
    text: [
      'Questionnaires answers what insurers and standards ask about your Microsoft 365, each answer with what was read and when. “Not seen” means that it could not be read: it is never a yes.',
      'What Microsoft 365 cannot tell is left to you. Answer it there: your name and the day stand beside the answer.',
    ],
    points: [
      'Download a questionnaire as PDF or CSV, for your insurer or auditor.',
      'An evidence pack, where your provider shared one under Reports, lets an auditor judge the same data again.',
    ],
  },
  {
    id: 'privacy',
    title: 'Who can see what',
    text: [
      'This room is for the people whom your provider invited. Each signs in with Microsoft in your own directory, or by a link that is sent to their own address. There is no password.',
    ],
    points: [
      'All who are invited see the same: state, decisions with the names of those who answered, questions and replies, questionnaires with the accounts that an answer leaves out, and released reports.',
      'You see nothing of other companies, and other companies see nothing of you.',
      'Secrets, such as passwords and keys, are shown to nobody here.',
      'Your provider sees what you answer and ask, and when you last signed in.',
      'To let somebody in, or to end an access, ask your provider.',
    ],
  },
];
