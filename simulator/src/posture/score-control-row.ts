export interface ScoreControl {
  name: string;
  title: string;
  category: 'Identity' | 'Data' | 'Device' | 'Apps';
  service: string;
  maxScore: number;
  userImpact: 'Low' | 'Moderate' | 'High';
  cost: 'Low' | 'Moderate' | 'High';
  threats: string[];
  remediation: string;
}

/** name, title, category, service, maximum score, impact on users, cost, remediation. */
export type ScoreControlRow = [
  string,
  string,
  ScoreControl['category'],
  string,
  number,
  ScoreControl['userImpact'],
  ScoreControl['cost'],
  string,
];
